import type { FailureTextOf } from './facts';

/** What n8n's scheduler is told, so that it backs off as the case deserves. */
export type FailureCause =
	'rate-limited' | 'temporarily-unavailable' | 'credential-invalid' | 'configuration-invalid';

/** What becomes of the request besides. */
interface Treatment {
	/** How often it is repeated at most; never unless given. */
	readonly maxRetries?: number;
	/** Whether the service asks for fewer requests at a time; then it is repeated alone, once more. */
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
	(cause: FailureCause) =>
	<Facts extends object = object>(
		text: FailureTextOf<Facts>,
		treatment: Treatment = {},
	): FailureDefinition<Facts> => ({ text, cause, ...treatment });

export const invalidCredential = declared('credential-invalid');
export const invalidSetting = declared('configuration-invalid');
export const temporary = declared('temporarily-unavailable');
export const rateLimited = declared('rate-limited');
