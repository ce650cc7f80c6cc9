import type { EventsPage, Order, PageRequest, RequestedOrder } from '../api/page';
import { MIN_PAGE_LENGTH, countEntries } from '../api/page';
import { isEventLogFailure, mayMeanRefusedQuery, toOutcome } from '../errors/failure';
import type { TimedEvent } from '../events/event';
import type { InclusiveBounds, Window } from './positions';
import { boundsOf, inclusiveBoundsOf, contains, positionOf } from './positions';
import { learnOrder, type ServiceProfile, toRequestedOrder } from './profile';
import type { PageResult, PageFetcher, PageOptions } from './pageResult';

/** A log that a service serves page by page. It learns how the service sorts and cuts the pages. */
export class ServiceLog<Event extends TimedEvent> {
	private readonly maxPageLimit: number;
	/** The last page that told the service's clock said this, epoch milliseconds. */
	serviceTimeMs: number | undefined;
	private newestSeenMs = -Infinity;
	private hasTriedOrder = false;
	/** These pages, by their requests, can answer the next request: the last page, or those that told the order. */
	private lastPages = new Map<string, EventsPage<Event>>();
	/** A service may change these from one read to the next, so they are not kept in the profile. */
	private inclusiveBounds: InclusiveBounds = {};

	/**
	 * @param profile is replaced as pages show more, and is right also after a failed read
	 * @param now gives the host's time, epoch milliseconds: for a range, always the time at which the node began
	 */
	constructor(
		private readonly fetcher: PageFetcher<Event>,
		public profile: ServiceProfile = { longestPage: 0 },
		private readonly now: () => number = Date.now,
	) {
		// No service cuts its pages shorter, and a shorter page would not tell the order.
		this.maxPageLimit = Math.max(MIN_PAGE_LENGTH, fetcher.maxPageLimit);
	}

	/** Gives the length that a full page is expected to have, in entries. */
	get fullPageLength(): number {
		return Math.min(this.profile.longestPage || Infinity, this.maxPageLimit);
	}

	/** Gives true if the service has given longer pages, so that this is probably the last one. */
	isShort({ entryCount, limit }: Pick<PageResult<Event>, 'entryCount' | 'limit'>): boolean {
		return entryCount < Math.min(limit, this.profile.longestPage);
	}

	/** Replaces what the profile says by what pages have shown. */
	learn(shown: Partial<ServiceProfile>): void {
		this.profile = { ...this.profile, ...shown };
	}

	/** Forgets an order that the service contradicts. @returns false if the order is documented, or not known */
	forgetOrder(): boolean {
		if (this.fetcher.isOrderReliable || this.profile.order === undefined) return false;
		this.learn({ order: undefined, letterCase: undefined });
		this.hasTriedOrder = false;
		return true;
	}

	/** Gives the time of the clock that is behind, epoch milliseconds, so that no bound lies in either one's future. */
	get slowerClockMs(): number {
		return Math.min(this.now(), this.serviceTimeMs ?? Infinity);
	}

	/** Gives the time of the clock that is ahead, epoch milliseconds; a service tells it to the second. */
	get fasterClockMs(): number {
		return Math.max(this.now(), (this.serviceTimeMs ?? -Infinity) + 999);
	}

	/** Gives a time, epoch milliseconds, that no event is later than unless a wrong clock dates it so. */
	get newestExpectedMs(): number {
		return Math.max(this.slowerClockMs, this.newestSeenMs);
	}

	/** Gives true if nothing is known of the order, and it was not asked for yet. */
	get isOrderUnknown(): boolean {
		const { order, answers } = this.profile;
		if (this.fetcher.isOrderReliable || this.hasTriedOrder) return false;
		return order === undefined && answers === undefined;
	}

	/**
	 * Gives true if pages come in this order; learns that if it isn't known.
	 *
	 * @param limit the length of the next page: the order is learned with that page, so that it is fetched once
	 * @throws EventLogFailure
	 */
	async isServed(order: Order, limit = this.maxPageLimit): Promise<boolean> {
		if (this.fetcher.isOrderReliable) return true;
		if (this.profile.order === undefined && !this.hasTriedOrder) await this.learnServedOrder(limit);
		const { order: served = 'none' } = this.profile;
		return served === 'asked' || (served === 'newestFirst' && order === 'DESC');
	}

	private async learnServedOrder(limit: number): Promise<void> {
		this.hasTriedOrder = true;
		const answered = new Map(this.lastPages);
		const pageLimit = Math.min(Math.max(MIN_PAGE_LENGTH, limit), this.maxPageLimit);
		const fetchFirst = async (order: RequestedOrder, what: 'one' | 'page') => {
			const request = { order, skip: 0, limit: what === 'one' ? 1 : pageLimit };
			const page = await this.fetchTwiceIfEmpty(request).catch(ignoreRefusal);
			if (page !== undefined) answered.set(JSON.stringify(request), page);
			return page?.events ?? [];
		};
		this.learn({ ...(await learnOrder(this, fetchFirst)), answers: undefined });
		this.lastPages = answered;
	}

	/** Fetches a window's first page, or a later one by `skip`. @throws EventLogFailure */
	async fetch(order: Order, window: Window, options: PageOptions = {}): Promise<PageResult<Event>> {
		const { skip = 0, limit = this.maxPageLimit, mayBeEmpty = false } = options;
		const maxBeforeMs = Math.max(this.slowerClockMs - 1, this.newestSeenMs + 1);
		const request = {
			order: toRequestedOrder(order, this.profile),
			...boundsOf(window, order, this.inclusiveBounds, maxBeforeMs),
			skip,
			limit: Math.min(limit, this.maxPageLimit),
		};
		const page = await (mayBeEmpty ? this.fetchOrReuse(request) : this.fetchTwiceIfEmpty(request));
		const entryCount = countEntries(page);
		const sentLimit = page.limit ?? request.limit;
		const events = page.events.filter((event) => contains(window, positionOf(event, order)));
		return {
			events,
			malformedIds: (page.malformed ?? []).map(({ id }) => id),
			...{ entryCount, limit: sentLimit, outsideCount: page.events.length - events.length },
			isLast: entryCount < Math.min(sentLimit, MIN_PAGE_LENGTH),
		};
	}

	/** Does what `fetch` does, but gives undefined if the service refuses the query, as some refuse a deep `skip`. */
	async fetchUnlessRefused(order: Order, window: Window, options: PageOptions = {}) {
		return await this.fetch(order, window, options).catch(ignoreRefusal);
	}

	private async fetchTwiceIfEmpty(request: PageRequest): Promise<EventsPage<Event>> {
		const page = await this.fetchOrReuse(request);
		return countEntries(page) > 0 ? page : await this.fetchOrReuse(request);
	}

	private async fetchOrReuse({ afterMs, ...others }: PageRequest): Promise<EventsPage<Event>> {
		const { refusedAfterMs = -Infinity } = this.profile;
		const isBounded = afterMs !== undefined && afterMs > refusedAfterMs;
		const request: PageRequest = isBounded ? { afterMs, ...others } : others;
		const key = JSON.stringify(request);
		const known = this.lastPages.get(key);
		this.lastPages.clear();
		if (known !== undefined) return known;
		const outcome = await toOutcome(this.fetcher.fetchPage(request));
		if ('value' in outcome) {
			// The service shows events older than a bound that it refused, so such bounds are sent again from now on.
			const hasEventsBeforeBound =
				afterMs !== undefined && outcome.value.events.some((event) => event.createdAtMs <= afterMs);
			if (!isBounded && hasEventsBeforeBound) this.learn({ refusedAfterMs: undefined });
			if (countEntries(outcome.value) > 0) this.lastPages.set(key, outcome.value);
			return this.learnFrom(request, outcome.value);
		}
		if (!isBounded || others.skip > 0 || outcome.failure.kind !== 'badRequest')
			throw outcome.failure;
		// The bound may be older than the service keeps its events.
		this.learn({ refusedAfterMs: afterMs });
		const unbounded = await toOutcome(this.fetchOrReuse(others));
		if ('value' in unbounded) return unbounded.value;
		if (unbounded.failure.kind !== 'badRequest') throw unbounded.failure;
		this.learn({ refusedAfterMs: undefined });
		throw outcome.failure;
	}

	private learnFrom(request: PageRequest, page: EventsPage<Event>): EventsPage<Event> {
		const longestPage = Math.max(this.profile.longestPage, countEntries(page));
		this.learn({ longestPage });
		this.inclusiveBounds = { ...this.inclusiveBounds, ...inclusiveBoundsOf(request, page) };
		this.serviceTimeMs = page.serviceTimeMs ?? this.serviceTimeMs;
		for (const { createdAtMs } of page.events)
			this.newestSeenMs = Math.max(this.newestSeenMs, createdAtMs);
		return page;
	}
}

function ignoreRefusal(thrown: unknown): undefined {
	if (isEventLogFailure(thrown) && mayMeanRefusedQuery(thrown)) return undefined;
	throw thrown;
}
