import { EventLogFailure, needsNewToken } from '../errors/failure';
import type { Outcome } from '../errors/outcome';
import { FAILURE_KINDS, type FailureKind } from '../errors/failureKinds';
import { MAX_BODY_BYTES } from '../events/limits';
import { ReusedBuffer } from '../json/reusedBuffer';
import { apiPathOf, requestFactsOf } from './credentialFields';
import { type ReadResponse, request } from './request';
import type { Attempt, Endpoint, Query, RequestMeans, RequestSettings } from './requestMeans';
import { MIN_BACKOFF_MS, nextBackoffMs, waitBeforeRetry } from './retryPolicy';

/** Some services lock an account after ten refusals; others accept the newest token alone, which may be somebody else's. */
const MAX_TOKENS_IN_VAIN = 2;

export interface RetryOptions {
	/** Limits repeats after a failure that a shorter page may prevent. */
	readonly maxRetriesIfTooLong?: number;
	/** The same request failed so before: it is made only if that is worth a retry. */
	readonly after?: EventLogFailure;
	readonly timeoutMs?: number;
}

interface PendingRequest<Value> {
	readonly path: string;
	readonly query: Query;
	readonly send: (attempt: Attempt) => Promise<unknown>;
	readonly read: ReadResponse<Value>;
	readonly options: RetryOptions;
	/** Each of these failures was worth a retry. */
	readonly failedBefore: FailureKind[];
	renewsToken: boolean;
	/** The last wait after a refusal that did not say how long to wait. */
	backoffMs?: number;
}

/**
 * Makes the requests of one run: how many at a time, how often they are repeated, and until when. Once the service asks
 * for fewer, they are sent one at a time until the run ends, and those that it refused first.
 */
export class Requests {
	private readonly slots: RequestSlots;
	private hasProgress = false;
	/** The service asks for no request before; epoch milliseconds. */
	private resumesAtMs = 0;
	/** Backoff starts here, because the last refused request needed as much. */
	private firstBackoffMs = MIN_BACKOFF_MS;
	/** New access tokens that were refused in a row. After the first, a status 403 is what it says. */
	private tokensInVain = 0;
	/** It is set when the service refuses every new token: nothing is sent any more. */
	private finalRefusal: EventLogFailure | undefined;
	/** There is one for each request in flight, used again once its response has been read. */
	private readonly freeBuffers: ReusedBuffer[] = [];

	constructor(private readonly settings: RequestSettings & RequestMeans) {
		this.slots = new RequestSlots(settings.maxParallelRequests);
	}

	/** Makes a request when a slot is free, and again where that may help, within the time that is left. */
	async make<Value>(
		endpoint: Endpoint,
		query: Query,
		read: ReadResponse<Value>,
		options: RetryOptions = {},
	): Promise<Outcome<Value>> {
		const { account, send, now, wait } = this.settings;
		const path = apiPathOf(account, endpoint);
		const progress = { failedBefore: [], renewsToken: false };
		const pending = { ...progress, path, query, send: send(endpoint, query), read, options };
		for (let failure = options.after; ;) {
			if (failure !== undefined) {
				const waitMs = this.planRetry(pending, failure);
				if (waitMs === undefined) return { failure };
				// A refused request must not pause from here to its new slot, or others would go before it.
				const isForAll = FAILURE_KINDS[failure.kind].isThrottling;
				if (isForAll) this.resumesAtMs = Math.max(this.resumesAtMs, now() + waitMs);
				else if (waitMs > 0 && (await wait(waitMs)) === 'stopped') return failed('stopped');
			}
			await this.slots.take(failure !== undefined);
			const outcome = await this.attempt(pending);
			if ('value' in outcome) this.noteSuccess(pending);
			this.slots.giveBack();
			if ('value' in outcome) return outcome;
			failure = outcome.failure;
		}
	}

	private noteSuccess({ backoffMs }: PendingRequest<unknown>): void {
		this.hasProgress = true;
		this.tokensInVain = 0;
		if (this.resumesAtMs === 0) this.slots.most = this.settings.maxParallelRequests;
		this.firstBackoffMs = backoffMs ?? this.firstBackoffMs;
	}

	/** Gives the wait before the request is made once more, milliseconds; undefined if it is not. */
	private planRetry(
		pending: PendingRequest<unknown>,
		failure: EventLogFailure,
	): number | undefined {
		const asksForFewer = FAILURE_KINDS[failure.kind].isThrottling;
		if (asksForFewer) pending.backoffMs = nextBackoffMs(pending.backoffMs, this.firstBackoffMs);
		const isFirstRenewal = this.noteTokenOf(pending, failure);
		if (asksForFewer || pending.renewsToken) this.slots.most = 1;
		if (this.finalRefusal !== undefined) return undefined;
		const { waitDeadlineEpochMs = () => Infinity, deadlineEpochMs, now, random } = this.settings;
		const { options, failedBefore, backoffMs } = pending;
		const run = { hasProgress: this.hasProgress, isPoll: deadlineEpochMs !== undefined };
		const situation = { ...options, ...run, failedBefore, backoffMs, random: random() };
		const waitMs = isFirstRenewal ? 0 : waitBeforeRetry(failure, situation);
		const leftToWaitMs = isFirstRenewal ? Infinity : waitDeadlineEpochMs() - now();
		const leftMs = Math.min(this.remainingMs(), leftToWaitMs);
		if (waitMs === undefined || waitMs >= leftMs) return undefined;
		failedBefore.push(failure.kind);
		return waitMs;
	}

	/** Decides if the next attempt takes a new token, and says if that is the first one that it may need. */
	private noteTokenOf(pending: PendingRequest<unknown>, failure: EventLogFailure): boolean {
		const wasRenewed = pending.renewsToken;
		pending.renewsToken = needsNewToken(failure);
		if (!pending.renewsToken) return false;
		if (wasRenewed) this.tokensInVain += 1;
		if (this.tokensInVain >= MAX_TOKENS_IN_VAIN) this.finalRefusal = failure;
		return !wasRenewed && this.tokensInVain === 0;
	}

	private async attempt<Value>(pending: PendingRequest<Value>): Promise<Outcome<Value>> {
		const { account, stop, now, wait } = this.settings;
		const waitMs = this.resumesAtMs - now();
		if (waitMs > 0 && (await wait(waitMs)) === 'stopped') return failed('stopped');
		if (this.finalRefusal !== undefined) return { failure: this.finalRefusal };
		const remainingMs = this.remainingMs();
		if (remainingMs <= 0) return failed('outOfTime');
		const { path, query, send, read, renewsToken, options } = pending;
		const { timeoutMs: allowedMs = this.settings.timeoutMs } = options;
		const timeoutMs = Math.min(allowedMs, this.settings.timeoutMs, remainingMs);
		const buffer = this.freeBuffers.pop() ?? new ReusedBuffer();
		const outcome = await request(
			async (abortSignal) => await send({ timeoutMs, abortSignal, renewsToken }),
			{ timeoutMs, maxBytes: MAX_BODY_BYTES, buffer, stop, now },
			read,
			requestFactsOf(account, path, query),
		);
		// A request that was given up might still write into it.
		if ('value' in outcome) this.freeBuffers.push(buffer);
		else if (outcome.failure.kind === 'timedOut' && timeoutMs === remainingMs)
			return { failure: new EventLogFailure('outOfTime', { timeoutMs }) };
		return outcome;
	}

	private remainingMs(): number {
		return (this.settings.deadlineEpochMs ?? Infinity) - this.settings.now();
	}
}

/** Repeated requests go before those that were never sent. */
class RequestSlots {
	private taken = 0;
	private readonly waiting: Array<() => void> = [];

	constructor(public most: number) {}

	async take(goesFirst: boolean): Promise<void> {
		while (this.taken >= this.most) {
			await new Promise<void>((resolve) => {
				if (goesFirst) this.waiting.unshift(resolve);
				else this.waiting.push(resolve);
			});
		}
		this.taken += 1;
	}

	giveBack(): void {
		this.taken -= 1;
		const free = Math.max(0, this.most - this.taken);
		for (const wake of this.waiting.splice(0, free)) wake();
	}
}

function failed(kind: 'stopped' | 'outOfTime') {
	return { failure: new EventLogFailure(kind, {}) };
}
