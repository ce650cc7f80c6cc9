import { EventLogFailure, type Outcome, needsNewToken } from '../errors/failure';
import { FAILURE_KINDS } from '../errors/failureKinds';
import { MAX_BODY_BYTES } from '../events/limits';
import { ReusedBuffer } from '../json/reusedBuffer';
import { apiPathOf, requestFactsOf } from './credentialFields';
import { request } from './request';
import type {
	Attempt,
	Endpoint,
	Query,
	ReadResponse,
	RequestMeans,
	RequestSettings,
	RetryOptions,
} from './requestMeans';
import { RequestSlots } from './requestSlots';
import { failureOfStatus } from './response';
import { MIN_BACKOFF_MS, mayBeTooLong, nextBackoffMs, waitBeforeRetry } from './retryPolicy';

/** Some services lock an account after ten refusals; others accept the newest token alone, which may be somebody else's. */
const MAX_TOKENS_IN_VAIN = 2;

/** The deadline is compared a moment after it was set. */
const LEAST_CUT_MS = 1000;

/** Services write nothing as status 204, too, with or without a body. */
const NOTHING = Buffer.from('{}');

/** A request on its way to a response. */
interface PendingRequest<Value> {
	readonly path: string;
	readonly query: Query;
	readonly send: (attempt: Attempt) => Promise<unknown>;
	readonly read: ReadResponse<Value>;
	readonly options: RetryOptions;
	retries: number;
	renewsToken: boolean;
	/** The last wait after a refusal that did not say how long to wait. */
	backoffMs: number | undefined;
}

/**
 * The requests of one run: how many at a time, how often they are repeated, and until when. Once the
 * service asks for fewer, they are sent one at a time until the run ends, and those that it refused first.
 */
export class Requests {
	private readonly slots: RequestSlots;
	private hasProgress = false;
	/** The service asks for no request before; epoch milliseconds. */
	private resumesAtMs = 0;
	/** Backoff starts here, because the last refused request needed as much. */
	private firstBackoffMs = MIN_BACKOFF_MS;
	/** How many new access tokens in a row were refused. After the first, a status 403 is what it says. */
	private tokensInVain = 0;
	/** Set when the service refuses every new token: nothing is sent any more. */
	private finalRefusal: EventLogFailure | undefined;
	/** One for each request in flight, used again once its response has been read. */
	private readonly freeBuffers: ReusedBuffer[] = [];
	private readonly deadlineEpochMs: number;
	private repeatsLeft: number;

	constructor(private readonly settings: RequestSettings & RequestMeans) {
		this.slots = new RequestSlots(settings.maxParallelRequests);
		this.deadlineEpochMs = settings.deadlineEpochMs ?? Infinity;
		this.repeatsLeft = settings.maxRepeats ?? Infinity;
	}

	/** Makes a request when a slot is free, and again where that may help, within the time that is left. */
	async make<Value>(
		endpoint: Endpoint,
		query: Query,
		read: ReadResponse<Value>,
		options: RetryOptions = {},
	): Promise<Outcome<Value>> {
		const { account, send } = this.settings;
		const pending: PendingRequest<Value> = {
			...{ path: apiPathOf(account, endpoint), query, send: send(endpoint, query), read, options },
			...{ retries: 0, renewsToken: false, backoffMs: undefined },
		};
		for (let failure = options.after; ;) {
			if (failure !== undefined) {
				const waitMs = this.waitBeforeRetry(pending, failure);
				if (waitMs === undefined) return { failure };
				// From here to its new slot a refused request must not pause, or others would go before it.
				const isForAll = FAILURE_KINDS[failure.kind].asksForFewerRequests;
				if (isForAll) this.resumesAtMs = Math.max(this.resumesAtMs, this.settings.now() + waitMs);
				else if (waitMs > 0 && (await this.settings.wait(waitMs)) === 'stopped') return stopped();
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

	/** How long to wait before the request is made once more; undefined where it is not. */
	private waitBeforeRetry(
		pending: PendingRequest<unknown>,
		failure: EventLogFailure,
	): number | undefined {
		const { retries, renewsToken, options } = pending;
		const asksForFewer = FAILURE_KINDS[failure.kind].asksForFewerRequests;
		if (asksForFewer) pending.backoffMs = nextBackoffMs(pending.backoffMs, this.firstBackoffMs);
		pending.renewsToken = needsNewToken(failure);
		if (asksForFewer || pending.renewsToken) this.slots.most = 1;
		if (pending.renewsToken && renewsToken) this.tokensInVain += 1;
		if (pending.renewsToken && this.tokensInVain >= MAX_TOKENS_IN_VAIN) this.finalRefusal = failure;
		if (this.finalRefusal !== undefined) return undefined;
		const isFirstRenewal = pending.renewsToken && !renewsToken && this.tokensInVain === 0;
		const maxRetries = mayBeTooLong(failure) ? options.maxRetriesIfTooLong : undefined;
		const mayRetry = retries < (maxRetries ?? Infinity);
		const situation = {
			...{ retries, hasProgress: this.hasProgress, comesAgain: this.deadlineEpochMs < Infinity },
			...{ backoffMs: pending.backoffMs, random: this.settings.random() },
		};
		const waitMs = isFirstRenewal ? 0 : mayRetry ? waitBeforeRetry(failure, situation) : undefined;
		const { patienceEpochMs = () => Infinity, now } = this.settings;
		const leftMs = Math.min(this.remainingMs(), patienceEpochMs() - now());
		if (waitMs === undefined || waitMs >= leftMs || this.repeatsLeft <= 0) return undefined;
		this.repeatsLeft -= 1;
		pending.retries += 1;
		return waitMs;
	}

	private async attempt<Value>(pending: PendingRequest<Value>): Promise<Outcome<Value>> {
		const { account, stop, now, wait } = this.settings;
		const waitMs = this.resumesAtMs - now();
		if (waitMs > 0 && (await wait(waitMs)) === 'stopped') return stopped();
		if (this.finalRefusal !== undefined) return { failure: this.finalRefusal };
		if (this.remainingMs() <= 0) return { failure: new EventLogFailure('outOfTime', {}) };
		const { path, send, read, options, renewsToken, query } = pending;
		const allowedMs = Math.min(this.settings.timeoutMs, options.timeoutMs ?? Infinity);
		const timeoutMs = Math.max(1, Math.min(allowedMs, this.remainingMs()));
		const startedMs = now();
		const facts = { ...requestFactsOf(account, path), ...boundsOf(query) };
		const buffer = this.freeBuffers.pop() ?? new ReusedBuffer();
		const outcome = await request(
			async (givenUp) => await send({ timeoutMs, givenUp, renewsToken }),
			{ timeoutMs, maxBytes: MAX_BODY_BYTES, buffer, stop },
			(response) => {
				const tookMs = now() - startedMs;
				if (response.status === 200) return read(response, tookMs);
				if (response.status === 204) return read({ ...response, body: NOTHING }, tookMs);
				throw failureOfStatus(response, facts, now());
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

/** The bounds of time that a refusal may be about. */
function boundsOf({ after, before }: Query) {
	return {
		...(after !== undefined && { afterMs: Number(after) }),
		...(before !== undefined && { beforeMs: Number(before) }),
	};
}

function stopped() {
	return { failure: new EventLogFailure('stopped', {}) };
}
