import type { EventLogFailure, Outcome } from '../errors/failure';
import type { LoggedEvent } from '../events/event';
import { MIN_PAGE_LENGTH, type EventsPage, type PageRequest, countEntries } from './page';
import type { RetryOptions } from './requestQueue';
import { mayMeanTooLongPage } from './retryPolicy';

/** A trigger keeps this plain value from one poll to the next. */
export interface LearnedPageLength {
	/** A page of about twice this length was refused, timed out or was too large. */
	maxLength?: number;
}

type LoggedPage = EventsPage<LoggedEvent>;

export interface ReceivedPage {
	readonly page: LoggedPage;
	readonly tookMs: number;
}

type SendPage = (request: PageRequest, options?: RetryOptions) => Promise<Outcome<ReceivedPage>>;

/** A service that refuses even a page of this length refuses something else. */
const PROBE_LENGTH = MIN_PAGE_LENGTH;

/** Longer pages are tried if the first took this long: quicker, they would save little; slower, they might time out. */
const FIRST_PAGE_MS = { least: 50, most: 1_000 };

/** A length that may be to blame is tried once. Failures of other kinds have their own retries. */
const ONE_TRY: RetryOptions = { maxRetriesOfLongPage: 0 };

/** A page longer than `firstPageLimit` is tried once, for five seconds: the first full page took one at most. */
const TRIAL: RetryOptions = { ...ONE_TRY, timeoutMs: 5_000 };

/** Finds out which page length a service accepts. How a longer page is tried is in docs/decisions/requests.md. */
export class PageLengths {
	private maxLength: number;
	/** A failed page of `maxLength` was shown to be too long, and no page came since. */
	private isLengthRefused = false;
	private hasTimedFullPage = false;

	/** @param learned holds what is known from before, and takes in what is learned */
	constructor(
		private readonly firstPageLimit = Infinity,
		private readonly learned: LearnedPageLength = {},
	) {
		this.maxLength = Math.min(firstPageLimit, learned.maxLength ?? Infinity);
	}

	async requestPage(request: PageRequest, send: SendPage): Promise<Outcome<LoggedPage>> {
		for (;;) {
			const limit = Math.floor(Math.min(request.limit, this.maxLength));
			const limited = { ...request, limit };
			const isTrial = limit > this.firstPageLimit;
			let outcome = await send(limited, isTrial ? TRIAL : limit > PROBE_LENGTH ? ONE_TRY : {});
			if (isLengthSuspect(outcome, limit) && !isTrial && !this.isLengthRefused) {
				// If this page comes, the length may be to blame: the long one gets one more try. Else it gets all of them.
				const probe = await send({ ...request, limit: PROBE_LENGTH }, ONE_TRY);
				const maxRetriesOfLongPage = 'value' in probe ? 1 : Infinity;
				outcome = await send(limited, { previousFailure: outcome.failure, maxRetriesOfLongPage });
				if ('value' in probe && isLengthSuspect(outcome, limit)) {
					this.isLengthRefused = true;
					// The next try would ask for the page that is here already.
					if (halfOf(limit) === PROBE_LENGTH) {
						this.learned.maxLength = this.maxLength = PROBE_LENGTH;
						return { value: this.acceptPage(probe.value, PROBE_LENGTH) };
					}
				}
			}
			if ('value' in outcome) return { value: this.acceptPage(outcome.value, limit) };
			if (!isLengthSuspect(outcome, limit) || !(isTrial || this.isLengthRefused)) return outcome;
			// Other requests may have found out meanwhile that pages have to be even shorter.
			const shorter = isTrial ? this.firstPageLimit : halfOf(limit);
			this.maxLength = Math.min(this.maxLength, shorter);
			// The run may end before a page comes, and each length that failed may have cost a timeout.
			if (!isTrial) this.learned.maxLength = this.maxLength;
		}
	}

	/** Learns from a page, and gives it with the limit that it was asked for with. */
	private acceptPage({ page, tookMs }: ReceivedPage, limit: number): LoggedPage {
		const entries = countEntries(page);
		// A service may cap pages in silence: then the page is given as if just its length had been asked for.
		const isCapped = entries === this.firstPageLimit || entries === MIN_PAGE_LENGTH;
		if (limit > this.firstPageLimit && isCapped) {
			this.maxLength = Math.min(this.maxLength, this.firstPageLimit);
			return { ...page, limit: entries };
		}
		this.isLengthRefused = false;
		if (entries === this.firstPageLimit && !this.hasTimedFullPage) {
			this.hasTimedFullPage = true;
			if (tookMs >= FIRST_PAGE_MS.least && tookMs <= FIRST_PAGE_MS.most) this.maxLength = Infinity;
		}
		return { ...page, limit };
	}
}

function halfOf(limit: number): number {
	return Math.max(PROBE_LENGTH, Math.floor(limit / 2));
}

function isLengthSuspect(
	outcome: Outcome<unknown>,
	limit: number,
): outcome is { readonly failure: EventLogFailure } {
	return limit > PROBE_LENGTH && 'failure' in outcome && mayMeanTooLongPage(outcome.failure);
}
