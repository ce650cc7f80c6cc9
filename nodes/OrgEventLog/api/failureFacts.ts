/** How the credential proves who asks. */
export type Authentication = 'refreshToken' | 'apiKey';

/** What may be said about a failure. Nothing here may hold a secret, a body or a filter's value. */
export interface FailureFacts {
	/** What was going on: reading events, or trading the refresh token for an access token. */
	readonly during?: 'reading' | 'exchange';
	readonly authentication?: Authentication;
	readonly status?: number;
	/** Scheme and host of the base URL. */
	readonly origin?: string;
	readonly apiVersion?: string;
	/** Query parameters of this request that the service's answer names. */
	readonly namedParameters?: readonly string[];
	/** How long the service asks to wait, milliseconds. */
	readonly retryAfterMs?: number;
	readonly timeoutMs?: number;
	/** A fixed phrase or a system code that makes the description more exact. */
	readonly detail?: string;
}
