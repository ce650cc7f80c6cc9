import type { EventLogFailure, Outcome } from '../errors/failure';
import type { LoggedEvent } from '../events/event';
import { MIN_PAGE_LENGTH, type EventsPage, type PageRequest, countEntries } from './page';
import type { RetryOptions } from './requests';
import { mayBeTooLong } from './retryPolicy';

/** A trigger keeps this plain value from one poll to the next. */
export interface LearnedPageLength {
	/** Longer pages were refused, timed out or were too large. */
	maxLength?: number;
}

type LoggedPage = EventsPage<LoggedEvent>;

export interface ReceivedPage {
	readonly page: LoggedPage;
	readonly tookMs: number;
}

type SendPage = (request: PageRequest, options?: RetryOptions) => Promise<Outcome<ReceivedPage>>;

/** A service that refuses even few events refuses something else. */
const FEW = MIN_PAGE_LENGTH;

/**
 * Longer pages follow if the first full one took this long: with less, there was almost no waiting; with more, five
 * times as many events might take too long.
 */
const FIRST_PAGE_MS = { least: 50, most: 1_000 };

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
	private hasMeasured = false;

	/** @param learned is known from before, and takes in what is learned */
	constructor(
		private readonly firstPageSize = Infinity,
		private readonly learned: LearnedPageLength = {},
	) {
		this.longest = Math.min(firstPageSize, learned.maxLength ?? Infinity);
	}

	async requestPage(request: PageRequest, send: SendPage): Promise<Outcome<LoggedPage>> {
		for (;;) {
			const limit = Math.floor(Math.min(request.limit, this.longest));
			const limited = { ...request, limit };
			const isTrial = limit > this.firstPageSize;
			let outcome = await send(limited, isTrial ? TRIAL : limit > FEW ? NO_RETRY : {});
			if (isSuspect(outcome, limit) && !isTrial && !this.isLongestTooLong) {
				const few = await send({ ...request, limit: FEW }, NO_RETRY);
				const maxRetriesIfTooLong = 'value' in few ? 1 : Infinity;
				outcome = await send(limited, { previousFailure: outcome.failure, maxRetriesIfTooLong });
				if ('value' in few && isSuspect(outcome, limit)) {
					this.isLongestTooLong = true;
					// The next try would ask for FEW, and that page is here already.
					if (halfOf(limit) === FEW) {
						this.learned.maxLength = this.longest = FEW;
						return { value: this.acceptPage(few.value, FEW) };
					}
				}
			}
			if ('value' in outcome) return { value: this.acceptPage(outcome.value, limit) };
			if (!isSuspect(outcome, limit) || !(isTrial || this.isLongestTooLong)) return outcome;
			// Other requests may have found out meanwhile that pages have to be even shorter.
			const shorter = isTrial ? this.firstPageSize : halfOf(limit);
			this.longest = Math.min(this.longest, shorter);
			// The run may end before a page comes, and each of these may have taken a timeout.
			if (!isTrial) this.learned.maxLength = this.longest;
		}
	}

	/** Learns from a page, and gives it with the limit that it was asked for with. */
	private acceptPage({ page, tookMs }: ReceivedPage, limit: number): LoggedPage {
		const entries = countEntries(page);
		// A service that caps pages in silence, or by its default, counts as asked for no more than it gave.
		const isCapped = entries === this.firstPageSize || entries === MIN_PAGE_LENGTH;
		if (limit > this.firstPageSize && isCapped) {
			this.longest = Math.min(this.longest, this.firstPageSize);
			return { ...page, limit: entries };
		}
		this.isLongestTooLong = false;
		if (entries === this.firstPageSize && !this.hasMeasured) {
			this.hasMeasured = true;
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
