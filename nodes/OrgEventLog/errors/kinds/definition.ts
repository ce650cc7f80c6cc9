import type { FailureTextOf } from './facts';

/** n8n's scheduler backs off as the case deserves. */
export type FailureCause =
	'rate-limited' | 'temporarily-unavailable' | 'credential-invalid' | 'configuration-invalid';

/** All that is decided by what kind of failure it is. */
export interface FailureDefinition<Facts extends object> {
	readonly text: FailureTextOf<Facts>;
	readonly cause: FailureCause;
	/** The request is never repeated unless given. */
	readonly maxRetries?: number;
	/** The request is repeated alone. */
	readonly asksForFewerRequests?: true;
	/** The service may refuse this very query. */
	readonly mayRefuseQuery?: true;
	/** A proxy in front of the service may answer so while that is away. */
	readonly mayBeOutage?: true;
}

type Treatment = Omit<FailureDefinition<object>, 'text' | 'cause'>;

const declared =
	(cause: FailureCause, treatment: Treatment = {}) =>
	<Facts extends object = object>(text: FailureTextOf<Facts>): FailureDefinition<Facts> => ({
		text,
		cause,
		...treatment,
	});

const OUTAGE = { mayBeOutage: true } as const;
export const invalidCredential = declared('credential-invalid');
export const invalidSetting = declared('configuration-invalid');
export const refusedQuery = declared('configuration-invalid', { mayRefuseQuery: true });
export const settingOrOutage = declared('configuration-invalid', OUTAGE);
/** A proxy may send it once in a while. */
export const settingOrOutageRetried = declared('configuration-invalid', {
	...OUTAGE,
	maxRetries: 1,
});

const PASSES = 'temporarily-unavailable';
export const temporary = declared(PASSES);
export const retriedOnce = declared(PASSES, { maxRetries: 1 });
export const retried = declared(PASSES, { maxRetries: 3 });
/** It is documented as the service's own mistake, which it may repeat for good: so there is one retry. */
export const ownMistake = declared(PASSES, { maxRetries: 1, mayRefuseQuery: true });

/** The wait doubles from half a second, so only the last of these retries waits for up to a minute. */
const FEWER = { maxRetries: 8, asksForFewerRequests: true } as const;
export const overloaded = declared(PASSES, FEWER);
export const rateLimited = declared('rate-limited', FEWER);
