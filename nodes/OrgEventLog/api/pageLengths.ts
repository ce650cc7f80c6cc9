import type { EventLogFailure } from '../errors/failure';
import type { Outcome } from '../errors/outcome';
import type { LoggedEvent } from '../events/event';
import { DEFAULT_LIMIT, type EventsPage, type PageRequest, entriesIn } from './page';
import type { RetryOptions } from './requests';
import { mayBeTooLong } from './retryPolicy';

/** It is a plain value, which a trigger can keep from one poll to the next. */
export interface PageLength {
	/** Longer pages were refused, timed out or were too large. */
	longestAccepted?: number;
	/** The time of a poll was over while a page was awaited that is longer than few events. */
	hasHung?: true;
}

export interface ReceivedPage {
	readonly page: EventsPage<LoggedEvent>;
	readonly tookMs: number;
}

type SendPage = (request: PageRequest, options?: RetryOptions) => Promise<Outcome<ReceivedPage>>;

/** A service that refuses so few events, too, refuses something else. */
const FEW = 10;

/**
 * If the first full page took this long, longer ones follow. If it came sooner, there was almost no
 * waiting, and shorter pages overlap better with the work on them. If it took longer, five times as many
 * events might take too long.
 */
const WAITED_MS = { least: 50, most: 1_000 };

/** A longer page, which has five times the events, may take so many times as long as the first one. */
const TIMES_AS_LONG = 20;

/** A page hangs if it has not come for so long when the time of a poll ends. */
const HANGS_MS = 15_000;

const ONCE: RetryOptions = { maxRetriesIfTooLong: 0 };

/** A longer page is not worth a second try. The first one came within a second. */
const TRIAL: RetryOptions = { ...ONCE, timeoutMs: 5_000 };

/**
 * Asks for pages of a length that the service accepts. They may be shorter than requested.
 *
 * If a page fails, few events are asked for, and if they come, the page once more. If that fails again, its
 * length was the matter: it is halved until a page comes, and no longer one is asked for in the run. If few events
 * fail as well, it was something else, and the page is retried like any request. Longer pages are tried after a full
 * one that came in good time, until one of them fails, is slow, or has no more than the first.
 */
export class PageLengths {
	private longest: number;
	/** The longest page was shown to be too long, and none came since. */
	private isTooLong = false;
	private firstMs: number | undefined;
	/** After a page has hung, it tells that the service answers at all. */
	private haveFewCome = false;

	/**
	 * @param first pages are no longer until the first full one tells that longer ones save time
	 * @param learned is known from before, and takes in what is learned
	 */
	constructor(
		private readonly first = Infinity,
		private readonly learned: PageLength = {},
	) {
		this.longest = Math.min(first, learned.longestAccepted ?? Infinity);
	}

	async page(request: PageRequest, send: SendPage): Promise<Outcome<EventsPage<LoggedEvent>>> {
		const isLong = Math.min(request.limit, this.longest) > FEW;
		if (isLong && this.learned.hasHung === true && !this.haveFewCome) {
			const few = await send({ ...request, limit: FEW }, ONCE);
			if ('failure' in few) return few;
			this.haveFewCome = true;
		}
		for (;;) {
			const limit = Math.floor(Math.min(request.limit, this.longest));
			const isTrial = limit > this.first;
			const page = { ...request, limit };
			let outcome = await send(page, isTrial ? TRIAL : limit > FEW ? ONCE : {});
			// Other requests may have found out meanwhile that pages have to be shorter.
			const isOutdated = limit > this.longest;
			if (isSuspect(outcome, limit) && !isOutdated && !isTrial && !this.isTooLong) {
				const few = await send({ ...page, limit: FEW }, ONCE);
				outcome = await this.askAgain(page, send, outcome.failure, 'value' in few);
				// Half of such a page are the few events that have come.
				if (this.isTooLong && 'value' in few && limit / 2 < FEW + 1) {
					this.learned.longestAccepted = this.longest = FEW;
					return { value: this.learn(few.value, FEW) };
				}
			}
			if ('value' in outcome) return { value: this.learn(outcome.value, limit) };
			this.noteHanging(outcome.failure, limit);
			if (!isSuspect(outcome, limit)) return outcome;
			if (isOutdated) continue;
			if (!isTrial && !this.isTooLong) return outcome;
			this.shortenTo(isTrial ? this.first : halfOf(limit));
			// It is kept although the run may end before a page comes, because each of these may take a timeout.
			if (!isTrial) this.learned.longestAccepted = this.longest;
		}
	}

	private async askAgain(
		page: PageRequest,
		send: SendPage,
		failure: EventLogFailure,
		haveFewCome: boolean,
	): Promise<Outcome<ReceivedPage>> {
		const options = { after: failure, maxRetriesIfTooLong: haveFewCome ? 1 : Infinity };
		const outcome = await send(page, options);
		if (haveFewCome && 'failure' in outcome) this.isTooLong ||= mayBeTooLong(outcome.failure);
		return outcome;
	}

	/** Nothing can be asked any more in this poll: the next one asks for few events first. */
	private noteHanging({ kind, facts }: EventLogFailure, limit: number): void {
		if (kind !== 'outOfTime' || limit <= FEW || (facts.timeoutMs ?? 0) < HANGS_MS) return;
		if (this.haveFewCome) this.learned.longestAccepted = halfOf(limit);
		this.learned.hasHung = true;
	}

	private shortenTo(limit: number): void {
		this.longest = Math.min(this.longest, limit);
	}

	/** Learns from a page that was asked for with this limit, and says what that was. */
	private learn({ page, tookMs }: ReceivedPage, limit: number): EventsPage<LoggedEvent> {
		const entries = entriesIn(page);
		if (limit > FEW) this.learned.hasHung = undefined;
		if (limit > this.first) {
			// A service that caps pages in silence, or by its default, was asked for no more than it gave.
			const isCut = entries === this.first || entries === DEFAULT_LIMIT;
			if (isCut || tookMs > TIMES_AS_LONG * (this.firstMs ?? 0)) this.shortenTo(this.first);
			return { ...page, limit: isCut ? entries : limit };
		}
		if (this.isTooLong) this.isTooLong = false;
		else if (entries === this.first && this.firstMs === undefined) {
			this.firstMs = tookMs;
			const mayGrow = tookMs >= WAITED_MS.least && tookMs <= WAITED_MS.most;
			if (mayGrow) this.longest = Infinity;
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
