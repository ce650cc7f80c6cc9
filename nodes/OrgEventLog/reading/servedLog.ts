import {
	DEFAULT_LIMIT,
	type EventsPage,
	type Order,
	type PageRequest,
	type RequestedOrder,
	countEntries,
} from '../api/page';
import { isEventLogFailure, mayRefuseQuery } from '../errors/failure';
import { toOutcome } from '../errors/outcome';
import type { TimedEvent } from '../events/event';
import { boundsOf, inclusiveBoundsOf } from './bounds';
import { learnOrder, timesOf } from './learnOrder';
import type { PageFetcher } from './pageFetcher';
import type { Page, PageOptions } from './page';
import { type Window, holds, positionOf } from './positions';
import { type ServiceProfile, UNKNOWN_PROFILE, toWritten } from './profile';
import { SeenTimes } from './seenTimes';
import type { NextWindow } from './windows';

/** Asks a service for pages of its log, and learns how it sorts and cuts them. */
export class ServedLog<Event extends TimedEvent> {
	private readonly pageSize: number;
	private learned: ServiceProfile;
	readonly times: SeenTimes;
	private isOrderAsked = false;
	/** Pages of before the order was known, by their requests: one of them may be asked for next. */
	private pagesWhileLearning = new Map<string, EventsPage<Event>>();

	/** @param nowMs the host's clock, epoch milliseconds, where no page tells the service's */
	constructor(
		private readonly fetcher: PageFetcher<Event>,
		profile = UNKNOWN_PROFILE,
		nowMs: () => number = Date.now,
	) {
		this.learned = profile;
		this.times = new SeenTimes(nowMs);
		// No service cuts its pages shorter, and fewer events don't tell an order.
		this.pageSize = Math.max(DEFAULT_LIMIT, fetcher.pageSize);
	}

	/** Tells what is known by now, even if a read has failed. */
	get profile(): ServiceProfile {
		return this.learned;
	}

	/** Gives the length of the longest page that the service may have given, in entries. */
	get pageLength(): number {
		return Math.min(this.learned.longestPage || Infinity, this.pageSize);
	}

	/** A service may have come to cut its pages shorter. */
	forgetLongestPage(): void {
		this.learned = { ...this.learned, longestPage: 0 };
	}

	/** Remembers the length of a page that a poll took for the end. @param isProven true if nothing stood behind it */
	rememberEnd(entries: number, isProven: boolean): void {
		this.learned = { ...this.learned, lastEnd: { entries, isProven } };
	}

	/** Forgets an order that the service contradicts. Gives false if the order is documented, or not known. */
	forgetOrder(): boolean {
		if (this.fetcher.isOrderReliable || this.learned.order === undefined) return false;
		this.learned = { ...this.learned, order: undefined, letterCase: undefined };
		this.isOrderAsked = false;
		return true;
	}

	rememberNextWindow(of: 'nextWindow' | 'nextLateWindow', next: NextWindow): void {
		this.learned = { ...this.learned, [of]: next };
	}

	/** True if not even a newest page is known, and the order was not asked for yet. */
	get isOrderUnknown(): boolean {
		const { order, newestPage } = this.learned;
		if (this.fetcher.isOrderReliable || this.isOrderAsked) return false;
		return order === undefined && newestPage === undefined;
	}

	/**
	 * Gives true if pages come in this order; learns that if it isn't known.
	 *
	 * @param limit the length of the next page: the order is learned with such a page, so that it need not be fetched again
	 * @throws EventLogFailure
	 */
	async serves(order: Order, limit = this.pageSize): Promise<boolean> {
		if (this.fetcher.isOrderReliable) return true;
		if (this.learned.order === undefined && !this.isOrderAsked) await this.learnOrder(limit);
		const { order: served = 'none' } = this.learned;
		return served === 'asked' || (served === 'newestFirst' && order === 'DESC');
	}

	private async learnOrder(wanted: number): Promise<void> {
		this.isOrderAsked = true;
		const answered = new Map(this.pagesWhileLearning);
		if (answered.size > 0 && [...answered.values()].every((page) => this.isUndetermined(page)))
			return;
		const pageLimit = Math.min(Math.max(DEFAULT_LIMIT, wanted), this.pageSize);
		const fetchFirst = async (order: RequestedOrder, limit: number) => {
			const request = { order, skip: 0, limit };
			const page = await this.fetchTwiceIfEmpty(request).catch(unlessRefused);
			if (page !== undefined) answered.set(JSON.stringify(request), page);
			return page?.events ?? [];
		};
		const learned = await learnOrder({
			timesOfPage: async (order, isAgain) => {
				const newestPage = isAgain === true ? undefined : this.learned.newestPage;
				if (newestPage !== undefined && order === 'DESC') return newestPage;
				const times = timesOf(await fetchFirst(order, pageLimit));
				if (order === 'DESC') this.learned = { ...this.learned, newestPage: times };
				return times;
			},
			timeOfFirst: async (order, isAgain) => {
				const { oldestMs } = this.learned;
				const isOldest = order === 'ASC' && isAgain !== true;
				if (isOldest && oldestMs !== undefined) return oldestMs;
				const timeMs = (await fetchFirst(order, 1))[0]?.createdAtMs;
				if (isOldest) this.learned = { ...this.learned, oldestMs: timeMs };
				return timeMs;
			},
		});
		const firstMs = learned.order === undefined ? this.learned.newestPage?.firstMs : undefined;
		const known = { newestPage: undefined, oldestMs: undefined, undeterminedMs: firstMs };
		this.learned = { ...this.learned, ...learned, ...known };
		this.pagesWhileLearning = answered;
	}

	/** True if the log still shows the instant alone that told no order. A full page may hide another one. */
	private isUndetermined(page: EventsPage<Event>): boolean {
		const isFull = countEntries(page) >= (page.limit ?? this.pageSize);
		const timesMs = new Set(page.events.map(({ createdAtMs }) => createdAtMs));
		const { undeterminedMs = NaN } = this.learned;
		return !isFull && timesMs.size === 1 && timesMs.has(undeterminedMs);
	}

	/** Fetches the first page of a window, or one behind it. @throws EventLogFailure */
	async fetch(order: Order, window: Window, options: PageOptions = {}): Promise<Page<Event>> {
		const { skip = 0, limit = this.pageSize, mayBeEmpty = false } = options;
		const request = {
			order: toWritten(order, this.learned),
			...boundsOf(window, order, this.learned, this.times),
			skip,
			limit: Math.min(limit, this.pageSize),
		};
		const page = await (mayBeEmpty ? this.fetchOnce(request) : this.fetchTwiceIfEmpty(request));
		const entries = countEntries(page);
		const asked = page.limit ?? request.limit;
		const events = page.events.filter((event) => holds(window, positionOf(event, order)));
		return {
			events,
			positions: events.map((event) => positionOf(event, order)),
			malformedIds: (page.malformed ?? []).map(({ id }) => id),
			entries,
			outside: page.events.length - events.length,
			isLast: entries < Math.min(asked, DEFAULT_LIMIT),
			isShort: entries < Math.min(asked, this.learned.longestPage),
		};
	}

	/** Fetches like `fetch`; undefined if the service refuses the query, as some refuse a deep `skip`. */
	async fetchUnlessRefused(order: Order, window: Window, options: PageOptions = {}) {
		return await this.fetch(order, window, options).catch(unlessRefused);
	}

	private async fetchTwiceIfEmpty(request: PageRequest): Promise<EventsPage<Event>> {
		const page = await this.fetchOnce(request);
		return countEntries(page) > 0 ? page : await this.fetchOnce(request);
	}

	private async fetchOnce({
		afterMs = -Infinity,
		...others
	}: PageRequest): Promise<EventsPage<Event>> {
		const isBounded = afterMs > (this.learned.refusedAfterMs ?? -Infinity);
		const request: PageRequest = isBounded ? { ...others, afterMs } : others;
		const known = this.pagesWhileLearning.get(JSON.stringify(request));
		this.pagesWhileLearning.clear();
		if (known !== undefined) return known;
		const outcome = await toOutcome(this.fetcher.fetchPage(request));
		if ('value' in outcome) {
			const page = outcome.value;
			if (this.isOrderUnknown && countEntries(page) > 0)
				this.pagesWhileLearning.set(JSON.stringify(request), page);
			const isKept = !isBounded && page.events.some((event) => event.createdAtMs <= afterMs);
			if (isKept) this.learned = { ...this.learned, refusedAfterMs: undefined };
			return this.learnFrom(request, page);
		}
		const mayBeTooOld = isBounded && others.skip === 0 && outcome.failure.kind === 'badRequest';
		if (!mayBeTooOld) throw outcome.failure;
		this.learned = { ...this.learned, refusedAfterMs: afterMs };
		const all = await toOutcome(this.fetchOnce({ ...others, afterMs }));
		if ('value' in all) return all.value;
		if (all.failure.kind !== 'badRequest') throw all.failure;
		this.learned = { ...this.learned, refusedAfterMs: undefined };
		throw outcome.failure;
	}

	private learnFrom(request: PageRequest, page: EventsPage<Event>): EventsPage<Event> {
		const longestPage = Math.max(this.learned.longestPage, countEntries(page));
		this.learned = { ...this.learned, longestPage, ...inclusiveBoundsOf(request, page) };
		this.times.learnFrom(page);
		return page;
	}

	/** Forgets how the service reads bounds, because that may have changed. */
	forgetBounds(): void {
		this.learned = { ...this.learned, includesAfter: undefined, includesBefore: undefined };
	}

	/** Hardly an event is newer than this, but none can be ruled out, because clocks may be wrong. */
	get newestExpectedMs(): number {
		return Math.max(this.times.presentMs, this.times.newestSeenMs);
	}
}

function unlessRefused(thrown: unknown): undefined {
	if (isEventLogFailure(thrown) && mayRefuseQuery(thrown)) return undefined;
	throw thrown;
}
