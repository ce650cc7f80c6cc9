import { EventLogFailure, type Outcome, retryAfterMsOf } from '../errors/failure';
import { FAILURE_KINDS } from '../errors/failureKinds';
import { ReusedBuffer } from '../json/reusedBuffer';
import { type Account, apiPathOf, requestFactsOf } from './credentialFields';
import { MAX_BODY_BYTES } from '../events/limits';
import { request } from './request';
import { type ServiceResponse, failureOfStatus } from './response';

/** The longest `Retry-After` that is waited for; past it, the failure tells n8n when to try again. */
export const MAX_WAIT_MS = 60_000;

const FIRST_BACKOFF_MS = 500;

/**
 * How long to wait before a failed request is made again, milliseconds; undefined to give up. `Retry-After`
 * comes first. On top there is full jitter, up to 0.5 s, 1 s, 2 s …, so that parallel readers don't come
 * back at once.
 *
 * @param retries made before
 * @param remainingMs until the deadline; Infinity where there is none
 * @param random from 0 up to 1
 */
export function waitBeforeRetry(
	failure: EventLogFailure,
	retries: number,
	remainingMs: number,
	random: number,
): number | undefined {
	const { maxRetries = 0 } = FAILURE_KINDS[failure.kind];
	const backoffMs = Math.round(random * FIRST_BACKOFF_MS * 2 ** retries);
	const askedMs = retryAfterMsOf(failure) ?? 0;
	const waitMs = askedMs + backoffMs;
	const isWorthIt = retries < maxRetries && askedMs <= MAX_WAIT_MS && waitMs < remainingMs;
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

/** For a page of five times the events of one that came within a second. */
const TRIAL_TIMEOUT_MS = 5_000;

/** A deadline is looked at a moment after it was set; less is not said differently either. */
const LEAST_CUT_MS = 1000;

/**
 * The requests of one run: how many at a time, how often they are repeated, and until when. Once the
 * service asks for fewer, they are sent one at a time until the run ends.
 */
export class Requests {
	private maxInFlight: number;
	private inFlight = 0;
	private readonly waiting: Array<() => void> = [];
	/** One for each request in flight, used again once its response has been read. */
	private readonly freeBuffers: ReusedBuffer[] = [];
	private readonly deadlineEpochMs: number;
	private repeatsLeft: number;

	constructor(private readonly settings: RequestSettings & RequestMeans) {
		this.maxInFlight = settings.maxParallelRequests;
		this.deadlineEpochMs = settings.deadlineEpochMs ?? Infinity;
		this.repeatsLeft = settings.maxRepeats ?? Infinity;
	}

	/**
	 * Makes a request, in its turn and again where that may help, within the time that is left.
	 *
	 * @param read what is wanted of a response of status 200, which took so long; throws EventLogFailure where
	 * it has not got it
	 * @param isTrial whether it may fail for what it asks for: then it gets little time, and is made again only
	 * where the service asks for fewer requests
	 */
	async make<Value>(
		endpoint: Endpoint,
		query: Query,
		read: (response: ServiceResponse, tookMs: number) => Value,
		isTrial = false,
	): Promise<Outcome<Value>> {
		for (let retries = 0; ; retries++) {
			const outcome = await this.inTurn(async () => {
				if (this.remainingMs() <= 0) return { failure: new EventLogFailure('outOfTime', {}) };
				const attempted = await this.attempt(endpoint, query, read, isTrial);
				if ('value' in attempted) return attempted;
				const { asksForFewerRequests } = FAILURE_KINDS[attempted.failure.kind];
				if (isTrial && !asksForFewerRequests) return attempted;
				// It keeps its turn while it waits, so that nobody else asks meanwhile.
				return (await this.waitAfter(attempted.failure, retries)) ?? attempted;
			});
			if (outcome !== 'again') return outcome;
		}
	}

	private async inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
		while (this.inFlight >= this.maxInFlight) {
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		}
		this.inFlight += 1;
		return await work().finally(() => {
			this.inFlight -= 1;
			this.waiting.shift()?.();
		});
	}

	/** Waits where the request is worth being made again; undefined where it is not. */
	private async waitAfter(
		failure: EventLogFailure,
		retries: number,
	): Promise<'again' | { readonly failure: EventLogFailure } | undefined> {
		if (FAILURE_KINDS[failure.kind].asksForFewerRequests) this.maxInFlight = 1;
		const { random, wait } = this.settings;
		const waitMs = waitBeforeRetry(failure, retries, this.remainingMs(), random());
		if (waitMs === undefined || this.repeatsLeft <= 0) return undefined;
		this.repeatsLeft -= 1;
		if ((await wait(waitMs)) === 'elapsed') return 'again';
		return { failure: new EventLogFailure('stopped', {}) };
	}

	private async attempt<Value>(
		endpoint: Endpoint,
		query: Query,
		read: (response: ServiceResponse, tookMs: number) => Value,
		isTrial: boolean,
	): Promise<Outcome<Value>> {
		const { account, send, stop, now } = this.settings;
		const allowedMs = Math.min(this.settings.timeoutMs, isTrial ? TRIAL_TIMEOUT_MS : Infinity);
		const timeoutMs = Math.max(1, Math.min(allowedMs, this.remainingMs()));
		const startedMs = now();
		const facts = requestFactsOf(account, apiPathOf(account, endpoint));
		const buffer = this.freeBuffers.pop() ?? new ReusedBuffer();
		const outcome = await request(
			async (givenUp) => await send(endpoint, query, timeoutMs, givenUp),
			{ timeoutMs, maxBytes: MAX_BODY_BYTES, buffer, stop },
			(response) => {
				if (response.status === 200) return read(response, now() - startedMs);
				throw failureOfStatus(response, facts, now(), Object.keys(query));
			},
			facts,
		);
		// A request that was given up might still write into it.
		if ('value' in outcome) this.freeBuffers.push(buffer);
		// It was the end of the run's time that ended it, and not what the user allows a request.
		const wasCut = allowedMs - timeoutMs >= LEAST_CUT_MS;
		const isTimedOut = 'failure' in outcome && outcome.failure.kind === 'timedOut';
		return wasCut && isTimedOut ? { failure: new EventLogFailure('outOfTime', {}) } : outcome;
	}

	private remainingMs(): number {
		return this.deadlineEpochMs - this.settings.now();
	}
}
