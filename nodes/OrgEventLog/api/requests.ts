import { EventLogFailure, type Outcome, retryAfterMsOf } from '../errors/failure';
import { FAILURE_KINDS, type FailureKind } from '../errors/failureKinds';
import { ReusedBuffer } from '../json/reusedBuffer';
import { ConcurrencyLimiter } from './concurrencyLimiter';
import { type Account, apiPathOf, requestFactsOf } from './credentialFields';
import { MAX_BODY_BYTES } from '../events/limits';
import { request } from './request';
import { type ServiceResponse, failureOfStatus } from './response';

/** Longer than this nothing is waited for within a run; the failure tells n8n when to come back. */
export const MAX_WAIT_MS = 60_000;

const FIRST_BACKOFF_MS = 500;

/** Full jitter: anywhere up to 0.5 s, 1 s, 2 s … for the first, second, third retry (from 0). */
export function backoffMs(retry: number, random: number): number {
	return Math.round(random * FIRST_BACKOFF_MS * 2 ** retry);
}

export interface FailedAttempt {
	readonly kind: FailureKind;
	/** Retries made before this attempt. */
	readonly retries: number;
	readonly retryAfterMs?: number;
	/** Time left until the deadline; Infinity where there is none. */
	readonly remainingMs: number;
}

/**
 * How long to wait before the next attempt, milliseconds, or undefined to give up. `Retry-After`
 * comes first, with jitter on top so that parallel readers don't come back at once.
 *
 * @param random from 0 up to 1
 */
export function waitBeforeRetry(failed: FailedAttempt, random: number): number | undefined {
	const { kind, retries, retryAfterMs = 0, remainingMs } = failed;
	const { maxRetries = 0 } = FAILURE_KINDS[kind];
	const waitMs = retryAfterMs + backoffMs(retries, random);
	const isWorthIt = retries < maxRetries && waitMs <= MAX_WAIT_MS && waitMs < remainingMs;
	return isWorthIt ? waitMs : undefined;
}

export type Endpoint = 'events' | 'events/count' | 'events/feed';

/** Query parameters by the names of the API. */
export type Query = Readonly<Record<string, string>>;

/**
 * Sends one request and gives what n8n's helper returns for a full response, or throws for it. It is told by
 * the signal when it is given up.
 */
export type Send = (
	endpoint: Endpoint,
	query: Query,
	timeoutMs: number,
	givenUp: AbortSignal,
) => Promise<unknown>;

/** How the requests of a run are made. */
export interface RequestSettings {
	/** For one request, milliseconds. */
	readonly timeoutMs: number;
	readonly maxParallelRequests: number;
	/** Nothing is started or waited for past this; epoch milliseconds. */
	readonly deadlineEpochMs?: number;
	/** How many requests are made at most, repeated ones included; any number unless given. */
	readonly maxRequests?: number;
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

/** A deadline is looked at a moment after it was set; less is not said differently either. */
const LEAST_CUT_MS = 1000;

/** The requests of one run: how many at a time, how often again, and until when. */
export class Requests {
	private readonly limiter: ConcurrencyLimiter;
	/** One for each request in flight, used again once its response has been read. */
	private readonly freeBuffers: ReusedBuffer[] = [];
	private readonly deadlineEpochMs: number;
	private requestsLeft: number;
	private lastFailure: EventLogFailure = new EventLogFailure('outOfTime', {});

	constructor(private readonly settings: RequestSettings & RequestMeans) {
		this.limiter = new ConcurrencyLimiter(settings.maxParallelRequests);
		this.deadlineEpochMs = settings.deadlineEpochMs ?? Infinity;
		this.requestsLeft = settings.maxRequests ?? Infinity;
	}

	/**
	 * Makes a request, in its turn and again where that may help, within the time that is left.
	 *
	 * @param read what is wanted of a response of status 200; throws EventLogFailure where it has not got it
	 */
	async make<Value>(
		endpoint: Endpoint,
		query: Query,
		read: (response: ServiceResponse) => Value,
	): Promise<Outcome<Value>> {
		return await this.limiter.run(async () => {
			if (this.requestsLeft <= 0) return { failure: this.lastFailure };
			for (let retries = 0; ; retries++) {
				if (this.remainingMs() <= 0) return { failure: new EventLogFailure('outOfTime', {}) };
				const outcome = await this.attempt(endpoint, query, read);
				this.limiter.observe(outcome);
				if ('value' in outcome) return outcome;
				const { failure } = outcome;
				this.lastFailure = failure;
				const retryAfterMs = retryAfterMsOf(failure);
				const failed = {
					kind: failure.kind,
					retries,
					retryAfterMs,
					remainingMs: this.remainingMs(),
				};
				const waitMs = waitBeforeRetry(failed, this.settings.random());
				if (waitMs === undefined || this.requestsLeft <= 0) return outcome;
				if ((await this.settings.wait(waitMs)) === 'stopped') {
					return { failure: new EventLogFailure('stopped', {}) };
				}
			}
		});
	}

	private async attempt<Value>(
		endpoint: Endpoint,
		query: Query,
		read: (response: ServiceResponse) => Value,
	): Promise<Outcome<Value>> {
		this.requestsLeft -= 1;
		const { account, send, stop, now } = this.settings;
		const timeoutMs = Math.max(1, Math.min(this.settings.timeoutMs, this.remainingMs()));
		const facts = requestFactsOf(account, apiPathOf(account, endpoint));
		const buffer = this.freeBuffers.pop() ?? new ReusedBuffer();
		const outcome = await request(
			async (givenUp) => await send(endpoint, query, timeoutMs, givenUp),
			{ timeoutMs, maxBytes: MAX_BODY_BYTES, buffer, stop },
			(response) => {
				if (response.status === 200) return read(response);
				throw failureOfStatus(response, facts, now(), Object.keys(query));
			},
			facts,
		);
		// A request that was given up might still write into it.
		if ('value' in outcome) this.freeBuffers.push(buffer);
		// It was the end of the run's time that ended it, and not what the user allows a request.
		const wasCut = this.settings.timeoutMs - timeoutMs >= LEAST_CUT_MS;
		const isTimedOut = 'failure' in outcome && outcome.failure.kind === 'timedOut';
		return wasCut && isTimedOut ? { failure: new EventLogFailure('outOfTime', {}) } : outcome;
	}

	private remainingMs(): number {
		return this.deadlineEpochMs - this.settings.now();
	}
}
