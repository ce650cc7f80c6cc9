/** How the credential proves who asks. */
export type Authentication = 'refreshToken' | 'apiKey';

/** What may be said about a failure. Nothing here may hold a secret, a body or, but for `explanation`, a filter's value. */
export interface FailureFacts {
	/** Whether the refresh token was being exchanged for an access token; otherwise events were read. */
	readonly duringExchange?: true;
	readonly authentication?: Authentication;
	readonly status?: number;
	/** Scheme and host of the base URL. */
	readonly origin?: string;
	/** The path of the base URL in front of the API's own, where it has one. */
	readonly basePath?: string;
	/** The path of the API that was asked for, behind the base URL. */
	readonly apiPath?: string;
	readonly apiVersion?: string;
	/** Query parameters of this request that the response names. */
	readonly namedParameters?: readonly string[];
	/** The same, as the editor calls them. */
	readonly namedFields?: readonly string[];
	/** How long the service asks to wait, milliseconds. */
	readonly retryAfterMs?: number;
	readonly timeoutMs?: number;
	/** How large a response may be. */
	readonly maxBytes?: number;
	/** The instant of the log that could not be read, epoch milliseconds. */
	readonly atMs?: number;
	/** Whether n8n is told that it will pass, as long as it may be an outage that looks so. */
	readonly isTakenForOutage?: true;
	/**
	 * Why filters let nothing pass, with values of the filters and of the log: for somebody who tests
	 * a trigger in the editor and is shown events there anyway.
	 */
	readonly explanation?: string;
	/** A fixed phrase or a system code that makes the description more exact. */
	readonly detail?: string;
}

/** What the user is told. */
export interface FailureText {
	/** What happened. */
	readonly message: string;
	/** What to do about it. */
	readonly description: string;
}

export type FailureTextOf = (facts: FailureFacts) => FailureText;
