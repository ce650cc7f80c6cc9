import type { FailureTextOf } from './facts';

/** What n8n's scheduler is told, so that it backs off as the case deserves. */
export type FailureCause =
	'rate-limited' | 'temporarily-unavailable' | 'credential-invalid' | 'configuration-invalid';

/** What becomes of the request besides. */
interface Treatment {
	/** How often it is repeated at most; never unless given. */
	readonly maxRetries?: number;
	/** Whether the service asks for fewer requests at a time; then it is repeated alone. */
	readonly asksForFewerRequests?: true;
	/** Whether it may be this very query that the service refuses. */
	readonly mayRefuseQuery?: true;
	/** Whether something that stands before the service may answer so while that is away. */
	readonly mayBeOutage?: true;
}

/** All that is decided by what kind of failure it is. */
export interface FailureDefinition<Facts extends object> extends Treatment {
	readonly text: FailureTextOf<Facts>;
	readonly cause: FailureCause;
}

const declared =
	(cause: FailureCause, treatment: Treatment = {}) =>
	<Facts extends object = object>(text: FailureTextOf<Facts>): FailureDefinition<Facts> => ({
		text,
		cause,
		...treatment,
	});

export const invalidCredential = declared('credential-invalid');
export const invalidSetting = declared('configuration-invalid');
export const refusedQuery = declared('configuration-invalid', { mayRefuseQuery: true });
/** It looks like a setting, and may be an outage. */
export const settingOrOutage = declared('configuration-invalid', { mayBeOutage: true });
/** The same, of what a proxy may send once in a while. */
export const settingOrOutageRetried = declared('configuration-invalid', {
	mayBeOutage: true,
	maxRetries: 1,
});

export const temporary = declared('temporarily-unavailable');
export const retriedOnce = declared('temporarily-unavailable', { maxRetries: 1 });
export const retried = declared('temporarily-unavailable', { maxRetries: 3 });
/** Documented as the service's own mistake, which it may repeat for good: hence one retry. */
export const ownMistake = declared('temporarily-unavailable', {
	maxRetries: 1,
	mayRefuseQuery: true,
});

/** Backoff reaches a minute with the last but one of them. */
const FEWER = { maxRetries: 8, asksForFewerRequests: true } as const;
export const overloaded = declared('temporarily-unavailable', FEWER);
export const rateLimited = declared('rate-limited', FEWER);
