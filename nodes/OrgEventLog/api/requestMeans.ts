import type { Account } from './credentialFields';

export type Endpoint = 'events' | 'events/count' | 'events/feed';

/** Parameters have the names of the API, and times are epoch milliseconds. What is undefined is not sent. */
export interface Query {
	readonly after?: number;
	readonly before?: number;
	readonly [filter: string]: string | number | undefined;
}

export interface Attempt {
	readonly timeoutMs: number;
	readonly abortSignal: AbortSignal;
	/** The access token of the attempt before was refused: this one takes another. */
	readonly renewsToken: boolean;
}

/**
 * Prepares a request. Each call of the returned function makes it once, and gives what n8n's helper
 * returns for a full response, or throws for it.
 */
export type Send = (endpoint: Endpoint, query: Query) => (attempt: Attempt) => Promise<unknown>;

export interface RequestSettings {
	/** One request may take so long, milliseconds. */
	readonly timeoutMs: number;
	readonly maxParallelRequests: number;
	/** Nothing is started or waited for past this; epoch milliseconds. */
	readonly deadlineEpochMs?: number;
	/** Nothing is waited for past this, asked at each wait: somebody may have enough already. */
	readonly waitDeadlineEpochMs?: () => number;
}

/** Clock and chance are among them so that tests can put their own in their place. */
export interface RequestMeans {
	readonly account: Account;
	readonly send: Send;
	/** It gives epoch milliseconds. */
	readonly now: () => number;
	/** It gives a number from 0 up to 1. */
	readonly random: () => number;
	/** Ends early when the user stops the run. */
	readonly wait: (ms: number) => Promise<'elapsed' | 'stopped'>;
	readonly stop?: AbortSignal;
}
