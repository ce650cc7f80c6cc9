import { EventLogFailure, type Outcome, needsNewToken } from '../errors/failure';
import { FAILURE_KINDS } from '../errors/failureKinds';
import { MAX_BODY_BYTES } from '../events/limits';
import { ReusedBuffer } from '../json/reusedBuffer';
import { apiPathOf, requestFactsOf } from './credentialFields';
import { request } from './request';
import type {
	Attempt,
	Endpoint,
	Patience,
	Query,
	ReadResponse,
	RequestMeans,
	RequestSettings,
} from './requestMeans';
import { failureOfStatus } from './response';
import { mayBeTooLong, waitBeforeRetry } from './retryPolicy';
import { Turns } from './turns';

/** Some services lock an account after ten refusals; others accept the newest token alone, which may be somebody else's. */
const MAX_TOKENS_IN_VAIN = 2;

/** A deadline is looked at a moment after it was set. */
const LEAST_CUT_MS = 1000;

/** Services write nothing as status 204, too, with or without a body. */
const NOTHING = Buffer.from('{}');

/** A request on its way to a response. */
interface Pending<Value> {
	readonly path: string;
	readonly query: Query;
	readonly send: (attempt: Attempt) => Promise<unknown>;
	readonly read: ReadResponse<Value>;
	readonly patience: Patience;
	/** Made so far. */
	retries: number;
	renewsToken: boolean;
	/** By which it failed last, until it is made again. */
	failure: EventLogFailure | undefined;
}

/**
 * The requests of one run: how many at a time, how often they are repeated, and until when. Once the
 * service asks for fewer, they are sent one at a time until the run ends, and those that it refused first.
 */
export class Requests {
	private readonly turns: Turns;
	private hasProgress = false;
	/** The service asks for no request before; epoch milliseconds. */
	private resumesAtMs = 0;
	/** How many new access tokens in a row were refused. After the first, a status 403 is what it says. */
	private tokensInVain = 0;
	/** One for each request in flight, used again once its response has been read. */
	private readonly freeBuffers: ReusedBuffer[] = [];
	private readonly deadlineEpochMs: number;
	private repeatsLeft: number;

	constructor(private readonly settings: RequestSettings & RequestMeans) {
		this.turns = new Turns(settings.maxParallelRequests);
		this.deadlineEpochMs = settings.deadlineEpochMs ?? Infinity;
		this.repeatsLeft = settings.maxRepeats ?? Infinity;
	}

	/** Makes a request, in its turn and again where that may help, within the time that is left. */
	async make<Value>(
		endpoint: Endpoint,
		query: Query,
		read: ReadResponse<Value>,
		patience: Patience = {},
	): Promise<Outcome<Value>> {
		const { account, send } = this.settings;
		const pending: Pending<Value> = {
			...{ path: apiPathOf(account, endpoint), query, send: send(endpoint, query), read, patience },
			...{ retries: 0, renewsToken: false, failure: patience.after },
		};
		for (let isRefused = false; ; isRefused = true) {
			await this.turns.take(isRefused);
			const outcome = await this.useTurn(pending).finally(() => this.turns.giveBack());
			if (outcome !== 'refused') return outcome;
		}
	}

	/** Keeps its turn from one time to the next, so that nobody else asks meanwhile, unless others ask already. */
	private async useTurn<Value>(pending: Pending<Value>): Promise<Outcome<Value> | 'refused'> {
		for (;;) {
			const { failure } = pending;
			if (failure !== undefined) {
				pending.failure = undefined;
				const waitMs = this.waitBeforeRetry(pending, failure);
				if (waitMs === undefined) return { failure };
				const isForAll = FAILURE_KINDS[failure.kind].asksForFewerRequests;
				if (isForAll) this.resumesAtMs = Math.max(this.resumesAtMs, this.settings.now() + waitMs);
				else if (!(await this.waitFor(waitMs))) return { failure: stopped() };
				if (this.turns.areTooMany) return 'refused';
			}
			if (!(await this.waitFor(this.resumesAtMs - this.settings.now()))) {
				return { failure: stopped() };
			}
			const outcome = await this.attempt(pending);
			if ('value' in outcome) {
				this.hasProgress = true;
				this.tokensInVain = 0;
				return outcome;
			}
			pending.failure = outcome.failure;
		}
	}

	private async waitFor(ms: number): Promise<boolean> {
		return ms <= 0 || (await this.settings.wait(ms)) === 'elapsed';
	}

	/** How long to wait before the request is made once more; undefined where it is not. */
	private waitBeforeRetry(pending: Pending<unknown>, failure: EventLogFailure): number | undefined {
		if (FAILURE_KINDS[failure.kind].asksForFewerRequests) this.turns.allowOne();
		const { retries, renewsToken, patience } = pending;
		pending.renewsToken = needsNewToken(failure);
		if (pending.renewsToken && renewsToken) this.tokensInVain += 1;
		if (pending.renewsToken && this.tokensInVain >= MAX_TOKENS_IN_VAIN) return undefined;
		const isFirstRenewal = pending.renewsToken && !renewsToken && this.tokensInVain === 0;
		const maxRetries = mayBeTooLong(failure) ? patience.maxRetriesIfTooLong : undefined;
		const mayRetry = retries < (maxRetries ?? Infinity);
		const situation = {
			...{ retries, hasProgress: this.hasProgress, comesAgain: this.deadlineEpochMs < Infinity },
			random: this.settings.random(),
		};
		const waitMs = isFirstRenewal ? 0 : mayRetry ? waitBeforeRetry(failure, situation) : undefined;
		const { patienceEpochMs = () => Infinity, now } = this.settings;
		const leftMs = Math.min(this.remainingMs(), patienceEpochMs() - now());
		if (waitMs === undefined || waitMs >= leftMs || this.repeatsLeft <= 0) return undefined;
		this.repeatsLeft -= 1;
		pending.retries += 1;
		return waitMs;
	}

	private async attempt<Value>(pending: Pending<Value>): Promise<Outcome<Value>> {
		if (this.remainingMs() <= 0) return { failure: new EventLogFailure('outOfTime', {}) };
		const { account, stop, now } = this.settings;
		const { path, send, read, patience, renewsToken, query } = pending;
		const allowedMs = Math.min(this.settings.timeoutMs, patience.timeoutMs ?? Infinity);
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

function stopped(): EventLogFailure {
	return new EventLogFailure('stopped', {});
}
