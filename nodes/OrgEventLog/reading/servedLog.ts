import {
	DEFAULT_LIMIT,
	type EventsPage,
	type PageSource,
	type Order,
	type PageRequest,
	type RequestedOrder,
	entriesIn,
} from '../api/page';
import { isEventLogFailure, mayRefuseQuery } from '../errors/failure';
import { toOutcome } from '../errors/outcome';
import type { TimedEvent } from '../events/event';
import { SeenTimes, boundsOf, inclusiveBoundsOf } from './bounds';
import type { Page, PageOptions } from './page';
import { type Window, holds, positionOf } from './positions';
import { type ServiceProfile, UNKNOWN_PROFILE, learnOrder, timesOf, toWritten } from './profile';
import type { NextWindow } from './windows';

/** Asks a service for pages of its log, and learns how it sorts and cuts them. */
export class ServedLog<Event extends TimedEvent> {
	private readonly pageSize: number;
	private known: ServiceProfile;
	readonly times: SeenTimes;
	private isOrderAsked = false;
	/** A service may refuse times older than it keeps: from there on it is asked for all that it keeps; epoch milliseconds. */
	private tooOldMs = -Infinity;
	/** The order was learned from these pages, by their requests: one of them may be asked for next. */
	private answered = new Map<string, EventsPage<Event>>();

	/** @param nowMs the host's clock, epoch milliseconds, where no page tells the service's */
	constructor(
		private readonly source: PageSource<Event>,
		profile = UNKNOWN_PROFILE,
		nowMs: () => number = Date.now,
	) {
		this.known = profile;
		this.times = new SeenTimes(nowMs);
		// No service cuts its pages shorter, and fewer events don't tell an order.
		this.pageSize = Math.max(DEFAULT_LIMIT, source.pageSize);
	}

	/** It has what is known by now, even if a read has failed. */
	get profile(): ServiceProfile {
		return this.known;
	}

	/** Gives the length of the longest page that the service may have given, in entries. */
	get pageLength(): number {
		return Math.min(this.known.longestPage || Infinity, this.pageSize);
	}

	/** A service may have come to cut its pages shorter. */
	forgetLongestPage(): void {
		this.known = { ...this.known, longestPage: 0 };
	}

	/** A poll took a page of so many entries for the end. @param isProven true if nothing stood behind it */
	noteEnd(entries: number, isProven: boolean): void {
		this.known = { ...this.known, lastEnd: { entries, isProven } };
	}

	/** Its order may have changed since it was learned. Gives false if it is documented, or not known. */
	forgetOrder(): boolean {
		if (this.source.orderIsReliable || this.known.order === undefined) return false;
		this.known = { ...this.known, order: undefined, letterCase: undefined };
		this.isOrderAsked = false;
		return true;
	}

	noteNextWindow(of: 'nextWindow' | 'nextLateWindow', next: NextWindow): void {
		this.known = { ...this.known, [of]: next };
	}

	/** True if not even a newest page is known, and the order was not asked for yet. */
	get isOrderUnknown(): boolean {
		const { order, newestPage } = this.known;
		if (this.source.orderIsReliable || this.isOrderAsked) return false;
		return order === undefined && newestPage === undefined;
	}

	/**
	 * Gives true if pages come in this order; learns that if it isn't known.
	 *
	 * @param limit how many events will be asked for next: if that is the newest page, it has come by then
	 * @throws EventLogFailure
	 */
	async serves(order: Order, limit = this.pageSize): Promise<boolean> {
		if (this.source.orderIsReliable) return true;
		if (this.known.order === undefined && !this.isOrderAsked) await this.learnOrder(limit);
		const { order: served = 'none' } = this.known;
		return served === 'asked' || (served === 'newestFirst' && order === 'DESC');
	}

	private async learnOrder(wanted: number): Promise<void> {
		this.isOrderAsked = true;
		const pageLimit = Math.min(Math.max(DEFAULT_LIMIT, wanted), this.pageSize);
		const answered = new Map<string, EventsPage<Event>>();
		const fetchFirst = async (order: RequestedOrder, limit: number) => {
			const request = { order, skip: 0, limit };
			const page = await this.fetchTwiceIfEmpty(request).catch(unlessRefused);
			if (page !== undefined) answered.set(JSON.stringify(request), page);
			return page?.events ?? [];
		};
		const learned = await learnOrder({
			timesOfPage: async (order, isAgain) => {
				const newestPage = isAgain === true ? undefined : this.known.newestPage;
				if (newestPage !== undefined && order === 'DESC') return newestPage;
				const times = timesOf(await fetchFirst(order, pageLimit));
				if (order === 'DESC') this.known = { ...this.known, newestPage: times };
				return times;
			},
			timeOfFirst: async (order, isAgain) => {
				const { oldestMs } = this.known;
				const isOldest = order === 'ASC' && isAgain !== true;
				if (isOldest && oldestMs !== undefined) return oldestMs;
				const timeMs = (await fetchFirst(order, 1))[0]?.createdAtMs;
				if (isOldest) this.known = { ...this.known, oldestMs: timeMs };
				return timeMs;
			},
		});
		this.known = { ...this.known, ...learned, newestPage: undefined, oldestMs: undefined };
		this.answered = answered;
	}

	/** Fetches the first page of a window, or one behind it. @throws EventLogFailure */
	async fetch(order: Order, window: Window, options: PageOptions = {}): Promise<Page<Event>> {
		const { skip = 0, limit = this.pageSize, mayBeEmpty = false } = options;
		const request = {
			order: toWritten(order, this.known),
			...boundsOf(window, order, this.known, this.times),
			skip,
			limit: Math.min(limit, this.pageSize),
		};
		const page = await (mayBeEmpty ? this.fetchOnce(request) : this.fetchTwiceIfEmpty(request));
		const entries = entriesIn(page);
		const asked = page.limit ?? request.limit;
		const events = page.events.filter((event) => holds(window, positionOf(event, order)));
		return {
			events,
			positions: events.map((event) => positionOf(event, order)),
			malformedIds: (page.malformed ?? []).map(({ id }) => id),
			entries,
			outside: page.events.length - events.length,
			isLast: entries < Math.min(asked, DEFAULT_LIMIT),
			isShort: entries < Math.min(asked, this.known.longestPage),
		};
	}

	/** Does the same; undefined if the service refuses the query, as to pass over so many entries. */
	async fetchUnlessRefused(order: Order, window: Window, options: PageOptions = {}) {
		return await this.fetch(order, window, options).catch(unlessRefused);
	}

	private async fetchTwiceIfEmpty(request: PageRequest): Promise<EventsPage<Event>> {
		const page = await this.fetchOnce(request);
		return entriesIn(page) > 0 ? page : await this.fetchOnce(request);
	}

	private async fetchOnce({
		afterMs = -Infinity,
		...others
	}: PageRequest): Promise<EventsPage<Event>> {
		const isBounded = afterMs > this.tooOldMs;
		const request: PageRequest = isBounded ? { ...others, afterMs } : others;
		const known = this.answered.get(JSON.stringify(request));
		this.answered.clear();
		if (known !== undefined) return known;
		const outcome = await toOutcome(this.source.fetchPage(request));
		if ('value' in outcome) return this.learnFrom(request, outcome.value);
		const mayBeTooOld = isBounded && others.skip === 0 && outcome.failure.kind === 'badRequest';
		const kept = mayBeTooOld ? await toOutcome(this.fetchOnce(others)) : outcome;
		if ('failure' in kept) throw outcome.failure;
		this.tooOldMs = afterMs;
		return kept.value;
	}

	private learnFrom(request: PageRequest, page: EventsPage<Event>): EventsPage<Event> {
		const longestPage = Math.max(this.known.longestPage, entriesIn(page));
		this.known = { ...this.known, longestPage, ...inclusiveBoundsOf(request, page) };
		this.times.note(page);
		return page;
	}

	/** The service may read bounds otherwise than it did. */
	forgetBounds(): void {
		this.known = { ...this.known, includesAfter: undefined, includesBefore: undefined };
	}

	/** From there on hardly an event is expected, whatever clocks say. */
	get denseEndMs(): number {
		return Math.max(this.times.presentMs, this.times.newestSeenMs);
	}
}

function unlessRefused(thrown: unknown): undefined {
	if (isEventLogFailure(thrown) && mayRefuseQuery(thrown)) return undefined;
	throw thrown;
}
