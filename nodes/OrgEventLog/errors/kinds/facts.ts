export type Authentication = 'refreshToken' | 'apiKey';

/**
 * The request that failed, as far as it is known. No facts hold a secret. Of a body they hold only the plain
 * `words`, and of filters' values only what `explanation` says.
 */
export interface RequestFacts {
	/** The refresh token was being exchanged for an access token; otherwise events were read. */
	readonly duringExchange?: true;
	readonly authentication?: Authentication;
	/** Scheme and host of the base URL. */
	readonly origin?: string;
	/** The path of the base URL in front of the API's own, where it has one. */
	readonly basePath?: string;
	/** The path of the API that was asked for, behind the base URL. */
	readonly apiPath?: string;
	readonly apiVersion?: string;
	readonly timeoutMs?: number;
	/** A trigger tries again by itself and has no time range. */
	readonly isPoll?: true;
}

/** The service's own words: short, on one line, without what may be a secret. */
export interface ServiceWords {
	readonly words?: string;
}

/** A fixed phrase or a system code that makes the description more exact. */
export interface DetailFacts {
	readonly detail: string;
}

/** The message says what happened, the description what to do about it. */
export type DescribeFailure<Facts extends object = object> = (facts: Facts & RequestFacts) => {
	readonly message: string;
	readonly description: string;
};
