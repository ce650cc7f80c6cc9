import type { EventLogFailure } from '../errors/failure';
import type { Outcome } from '../errors/outcome';
import type { LoggedEvent } from '../events/event';
import { DEFAULT_LIMIT, type EventsPage, type PageRequest, countEntries } from './page';
import type { RetryOptions } from './requests';
import { mayBeTooLong } from './retryPolicy';

/** A trigger keeps this plain value from one poll to the next. */
export interface LearnedPageLength {
	/** Longer pages were refused, timed out or were too large. */
	longestAccepted?: number;
	/** The time of a poll was over while a page of more than few events was awaited. */
	hasHung?: true;
}

type LoggedPage = EventsPage<LoggedEvent>;

export interface ReceivedPage {
	readonly page: LoggedPage;
	readonly tookMs: number;
}

type SendPage = (request: PageRequest, options?: RetryOptions) => Promise<Outcome<ReceivedPage>>;

/** A service that refuses even few events refuses something else. */
const FEW = DEFAULT_LIMIT;

/**
 * Longer pages follow if the first full one took this long: with less, there was almost no waiting; with more, five
 * times as many events might take too long.
 */
const FIRST_PAGE_MS = { least: 50, most: 1_000 };

/** A longer page has five times the events, and may take this many times as long as the first one. */
const TIMES_AS_LONG = 20;

/** A page hangs if a poll has waited at least this long for it when its time ends. */
const MIN_HANG_MS = 15_000;

const NO_RETRY: RetryOptions = { maxRetriesIfTooLong: 0 };

/** A longer page is not worth a second try. The first one came within a second. */
const TRIAL: RetryOptions = { ...NO_RETRY, timeoutMs: 5_000 };

/**
 * Asks for pages of a length that the service accepts, which may be shorter than requested. How a failed page shows to be
 * too long, and when longer ones are tried, is in docs/decisions/requests.md.
 */
export class PageLengths {
	private longest: number;
	/** The longest page was shown to be too long, and none came since. */
	private isLongestTooLong = false;
	private firstTookMs: number | undefined;
	/** After a page has hung, few events tell that the service answers at all. */
	private haveFewCome = false;

	/** @param learned is known from before, and takes in what is learned */
	constructor(
		private readonly firstPageSize = Infinity,
		private readonly learned: LearnedPageLength = {},
	) {
		this.longest = Math.min(firstPageSize, learned.longestAccepted ?? Infinity);
	}

	async requestPage(request: PageRequest, send: SendPage): Promise<Outcome<LoggedPage>> {
		const isLong = Math.min(request.limit, this.longest) > FEW;
		if (isLong && this.learned.hasHung && !this.haveFewCome) {
			const few = await send({ ...request, limit: FEW }, NO_RETRY);
			if ('failure' in few) return few;
			this.haveFewCome = true;
		}
		for (;;) {
			const limit = Math.floor(Math.min(request.limit, this.longest));
			const isTrial = limit > this.firstPageSize;
			const limited = { ...request, limit };
			let outcome = await send(limited, isTrial ? TRIAL : limit > FEW ? NO_RETRY : {});
			// Other requests may have found out meanwhile that pages have to be shorter.
			const isOutdated = limit > this.longest;
			if (isSuspect(outcome, limit) && !isOutdated && !isTrial && !this.isLongestTooLong) {
				const few = await send({ ...request, limit: FEW }, NO_RETRY);
				const maxRetriesIfTooLong = 'value' in few ? 1 : Infinity;
				outcome = await send(limited, { previousFailure: outcome.failure, maxRetriesIfTooLong });
				if ('value' in few && isSuspect(outcome, limit)) {
					this.isLongestTooLong = true;
					// Half of such a page is FEW, which has come.
					if (halfOf(limit) === FEW) {
						this.learned.longestAccepted = this.longest = FEW;
						return { value: this.acceptPage(few.value, FEW) };
					}
				}
			}
			if ('value' in outcome) return { value: this.acceptPage(outcome.value, limit) };
			this.noteHanging(outcome.failure, limit);
			if (!isSuspect(outcome, limit)) return outcome;
			if (isOutdated) continue;
			if (!isTrial && !this.isLongestTooLong) return outcome;
			this.shortenTo(isTrial ? this.firstPageSize : halfOf(limit));
			// The run may end before a page comes, and each of these may have taken a timeout.
			if (!isTrial) this.learned.longestAccepted = this.longest;
		}
	}

	/** The time of the poll is over: the next one asks for few events first. */
	private noteHanging({ kind, facts }: EventLogFailure, limit: number): void {
		if (kind !== 'outOfTime' || limit <= FEW || (facts.timeoutMs ?? 0) < MIN_HANG_MS) return;
		if (this.haveFewCome) this.learned.longestAccepted = halfOf(limit);
		this.learned.hasHung = true;
	}

	private shortenTo(limit: number): void {
		this.longest = Math.min(this.longest, limit);
	}

	/** Learns from a page, and gives it with the limit that it was asked for with. */
	private acceptPage({ page, tookMs }: ReceivedPage, limit: number): LoggedPage {
		const entries = countEntries(page);
		if (limit > FEW) this.learned.hasHung = undefined;
		if (limit > this.firstPageSize) {
			// If a service caps pages in silence, or by its default, it counts as asked for no more than it gave.
			const isCut = entries === this.firstPageSize || entries === DEFAULT_LIMIT;
			if (isCut || tookMs > TIMES_AS_LONG * (this.firstTookMs ?? 0))
				this.shortenTo(this.firstPageSize);
			return { ...page, limit: isCut ? entries : limit };
		}
		if (this.isLongestTooLong) this.isLongestTooLong = false;
		else if (entries === this.firstPageSize && this.firstTookMs === undefined) {
			this.firstTookMs = tookMs;
			if (tookMs >= FIRST_PAGE_MS.least && tookMs <= FIRST_PAGE_MS.most) this.longest = Infinity;
		}
		return { ...page, limit };
	}
}

function halfOf(limit: number): number {
	return Math.max(FEW, Math.floor(limit / 2));
}

function isSuspect(
	outcome: Outcome<unknown>,
	limit: number,
): outcome is { readonly failure: EventLogFailure } {
	return limit > FEW && 'failure' in outcome && mayBeTooLong(outcome.failure);
}
