import type { EventLogFailure } from '../errors/failure';
import type { Account } from './credentialFields';
import type { ServiceResponse } from './response';

export type Endpoint = 'events' | 'events/count' | 'events/feed';

/** Query parameters by the names of the API. */
export type Query = Readonly<Record<string, string>>;

/** One time that a request is made. */
export interface Attempt {
	readonly timeoutMs: number;
	/** Tells that the request is given up. */
	readonly givenUp: AbortSignal;
	/** Whether the access token of the attempt before was refused: it takes another one. */
	readonly renewsToken: boolean;
}

/**
 * Prepares a request. Each call of what it gives makes the request once, and gives what n8n's helper
 * returns for a full response, or throws for it.
 */
export type Send = (endpoint: Endpoint, query: Query) => (attempt: Attempt) => Promise<unknown>;

/** How the requests of a run are made. */
export interface RequestSettings {
	/** For one request, milliseconds. */
	readonly timeoutMs: number;
	readonly maxParallelRequests: number;
	/** Nothing is started or waited for past this; epoch milliseconds. */
	readonly deadlineEpochMs?: number;
	/** Nothing is waited for past this, asked at each wait: somebody may have enough already. */
	readonly patienceEpochMs?: () => number;
	/** How often requests are repeated at most, all together; as often as it may help unless given. */
	readonly maxRepeats?: number;
}

/** What requests are made with; clock and chance, so that tests can put their own in their place. */
export interface RequestMeans {
	readonly account: Account;
	readonly send: Send;
	/** Epoch milliseconds. */
	readonly now: () => number;
	/** From 0 up to 1. */
	readonly random: () => number;
	/** Waits; ends early when the user stops the run. */
	readonly wait: (ms: number) => Promise<'elapsed' | 'stopped'>;
	/** Given when the user stops the run. */
	readonly stop?: AbortSignal;
}

/** Reads what is wanted of a response, which took so long; throws EventLogFailure where it has not got it. */
export type ReadResponse<Value> = (response: ServiceResponse, tookMs: number) => Value;

/** How one request is repeated; like any other where nothing is given. */
export interface RetryOptions {
	/** Limits repeats after a failure that a shorter page may prevent. */
	readonly maxRetriesIfTooLong?: number;
	/** The same request failed so before: it is made only if such a failure is worth a retry. */
	readonly after?: EventLogFailure;
	readonly timeoutMs?: number;
}
