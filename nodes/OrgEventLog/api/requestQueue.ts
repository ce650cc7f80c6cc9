import type { FailureKind, Outcome } from '../errors/failure';
import { EventLogFailure, needsNewToken, FAILURE_TABLE } from '../errors/failure';
import type { RequestFacts } from '../errors/kinds/failureTypes';
import { ReusedBuffer } from '../json/reusedBuffer';
import type { ServiceAccess } from './credentialFields';
import { type Endpoint, type Query, apiPathOf, requestFactsOf } from './endpoints';
import { type ParseResponse, makeRequest } from './request';
import { RequestSlots } from './requestSlots';
import { MIN_BACKOFF_MS, nextBackoffMs, retryWaitMsOf } from './retryPolicy';

/** One refusal may mean that another reader has a newer token. Some services lock an account after ten. */
const MAX_TOKEN_REFUSALS = 2;

/** A request gets half of the time that is left, but at least this: a page that hangs leaves time for a shorter one. */
const MIN_TIME_MS = 10_000;

export interface Attempt {
	readonly timeoutMs: number;
	readonly abortSignal: AbortSignal;
	/** The attempt before was refused its access token, and this one takes another. */
	readonly renewsToken: boolean;
}

/** Makes the request once, and gives or throws what n8n's helper does. */
export type SendAttempt = (attempt: Attempt) => Promise<unknown>;

export interface RequestSettings {
	readonly timeoutMs: number;
	readonly maxParallelRequests: number;
	/** Nothing is started or waited for past this time. */
	readonly deadlineEpochMs?: number;
	/** No wait before another try goes on past this time; a request may. */
	readonly waitDeadlineEpochMs?: number;
}

/** Tests put their own clock and chance in place of these. */
export interface RequestDependencies {
	readonly access: ServiceAccess;
	readonly prepareRequest: (endpoint: Endpoint, query: Query) => SendAttempt;
	readonly now: () => number;
	readonly random: () => number;
	/** The wait ends early when the user stops the run. */
	readonly wait: (ms: number) => Promise<void>;
	readonly stopSignal?: AbortSignal;
}

export interface RetryOptions {
	readonly maxRetriesOfLongPage?: number;
	/** The same request failed so before, and is made only if that is worth a retry. */
	readonly previousFailure?: EventLogFailure;
	readonly timeoutMs?: number;
}

interface PendingRequest<Value = unknown> {
	readonly facts: RequestFacts;
	readonly send: SendAttempt;
	readonly parse: ParseResponse<Value>;
	readonly options: RetryOptions;
	/** The request was made again after each of these. */
	readonly previousFailureKinds: FailureKind[];
	renewsToken: boolean;
	/** It is the backoff before the latest attempt; undefined if the request was not throttled. */
	backoffMs?: number;
}

/** Makes the requests of a run. Once the service asks for fewer, they go one at a time, the refused ones first. */
export class RequestQueue {
	private readonly slots: RequestSlots;
	private hasProgress = false;
	/** No request is sent before this time. It is undefined until the service asks for fewer requests. */
	private resumesAtMs: number | undefined;
	/** Backoff starts here, because the last refused request needed as much. */
	private firstBackoffMs = MIN_BACKOFF_MS;
	/** Counts new access tokens refused in a row. After the first, a 403 is no longer taken for an old token. */
	private tokenRefusals = 0;
	/** Nothing is sent any more once the service refuses every new token. */
	private finalRefusal: EventLogFailure | undefined;
	/** Each request in flight has a buffer, which comes back here once its response has been read. */
	private readonly freeBuffers: ReusedBuffer[] = [];

	constructor(private readonly settings: RequestSettings & RequestDependencies) {
		this.slots = new RequestSlots(settings.maxParallelRequests);
	}

	/** Makes a request when a slot is free, and again where that may help, within the time that is left. */
	async make<Value>(
		endpoint: Endpoint,
		query: Query,
		parse: ParseResponse<Value>,
		options: RetryOptions = {},
	): Promise<Outcome<Value>> {
		const { access, prepareRequest, now, wait } = this.settings;
		const facts = requestFactsOf(access, apiPathOf(access, endpoint));
		const send = prepareRequest(endpoint, query);
		const retry = { options, previousFailureKinds: [], renewsToken: false };
		const pending: PendingRequest<Value> = { facts, send, parse, ...retry };
		for (let failure = options.previousFailure; ;) {
			if (failure !== undefined) {
				this.noteFailure(pending, failure);
				const waitMs = this.planRetry(pending, failure);
				if (waitMs === undefined) return { failure };
				pending.previousFailureKinds.push(failure.kind);
				// Nothing is awaited from here to the slot of a throttled request, or others would go before it.
				const isThrottling = FAILURE_TABLE[failure.kind].isThrottling;
				if (isThrottling) this.resumesAtMs = Math.max(this.resumesAtMs ?? 0, now() + waitMs);
				else if (waitMs > 0) await wait(waitMs);
			}
			await this.slots.take(failure !== undefined);
			const outcome = await this.attempt(pending);
			if ('value' in outcome) this.noteSuccess(pending);
			this.slots.giveBack();
			if ('value' in outcome) return outcome;
			failure = outcome.failure;
		}
	}

	private noteSuccess({ backoffMs }: PendingRequest): void {
		this.hasProgress = true;
		this.tokenRefusals = 0;
		if (this.resumesAtMs === undefined) this.slots.capacity = this.settings.maxParallelRequests;
		this.firstBackoffMs = backoffMs ?? this.firstBackoffMs;
	}

	private noteFailure(pending: PendingRequest, failure: EventLogFailure): void {
		const { isThrottling } = FAILURE_TABLE[failure.kind];
		if (isThrottling) pending.backoffMs = nextBackoffMs(pending.backoffMs, this.firstBackoffMs);
		const wasRenewed = pending.renewsToken;
		pending.renewsToken = needsNewToken(failure);
		if (wasRenewed && pending.renewsToken) this.tokenRefusals += 1;
		if (this.tokenRefusals >= MAX_TOKEN_REFUSALS) this.finalRefusal ??= failure;
		if (isThrottling || pending.renewsToken) this.slots.capacity = 1;
	}

	/** Gives the wait before the request is made once more, milliseconds; undefined if it is not. */
	private planRetry(pending: PendingRequest, failure: EventLogFailure): number | undefined {
		if (this.finalRefusal !== undefined) return undefined;
		const { options, previousFailureKinds, backoffMs, renewsToken } = pending;
		const { waitDeadlineEpochMs = Infinity, now, random } = this.settings;
		const runFacts = { hasProgress: this.hasProgress, random: random() };
		const situation = { ...options, ...runFacts, previousFailureKinds, backoffMs };
		const isFirstRenewal = renewsToken && this.tokenRefusals === 0;
		const waitMs = isFirstRenewal ? 0 : (retryWaitMsOf(failure, situation) ?? Infinity);
		const leftToWaitMs = isFirstRenewal ? Infinity : waitDeadlineEpochMs - now();
		return waitMs < Math.min(this.remainingMs, leftToWaitMs) ? waitMs : undefined;
	}

	private async attempt<Value>(pending: PendingRequest<Value>): Promise<Outcome<Value>> {
		const { stopSignal, now, wait } = this.settings;
		const waitMs = (this.resumesAtMs ?? 0) - now();
		if (waitMs > 0) await wait(waitMs);
		if (this.finalRefusal !== undefined) return { failure: this.finalRefusal };
		const remainingMs = this.remainingMs;
		if (remainingMs <= 0) return { failure: new EventLogFailure('outOfTime', {}) };
		const { facts, send, parse, renewsToken, options } = pending;
		const timeoutMs = Math.min(
			options.timeoutMs ?? this.settings.timeoutMs,
			this.settings.timeoutMs,
			Math.max(Math.floor(remainingMs / 2), Math.min(remainingMs, MIN_TIME_MS)),
		);
		const buffer = this.freeBuffers.pop() ?? new ReusedBuffer();
		const outcome = await makeRequest(
			async (abortSignal) => await send({ timeoutMs, abortSignal, renewsToken }),
			{ timeoutMs, buffer, stopSignal, now },
			parse,
			facts,
		);
		// A request that was given up might still write into its buffer.
		if ('value' in outcome) this.freeBuffers.push(buffer);
		else if (outcome.failure.kind === 'timedOut' && timeoutMs === remainingMs)
			return { failure: new EventLogFailure('outOfTime', {}) };
		return outcome;
	}

	private get remainingMs(): number {
		return (this.settings.deadlineEpochMs ?? Infinity) - this.settings.now();
	}
}
