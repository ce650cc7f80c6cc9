import type { TimedEvent } from '../events/event';
import {
	type BoundsInclude,
	type EventsPage,
	type FetchPage,
	type Order,
	entriesIn,
} from '../api/page';
import { isEventLogFailure, mayRefuseQuery } from '../errors/failure';
import {
	type Bounds,
	type Window,
	areSameBounds,
	boundsOfWindow,
	holds,
	positionOf,
	windowOfRange,
} from './window';

/**
 * What a service has shown so far that seems to hold for all its pages. It only saves requests: nothing
 * counts as complete because of it. Readers of the same log may share it.
 */
export interface ServiceTraits {
	/** Which of the API's bounds are known to include the instant that they name. */
	boundsInclude: BoundsInclude;
	/** How long pages get: the longest so far once one was seen to be cut, Infinity until then. */
	pageCap: number;
	longestPage: number;
	ignoresSkip: boolean | undefined;
}

const NEITHER_BOUND: BoundsInclude = { after: false, before: false };

export function unknownTraits(): ServiceTraits {
	return {
		boundsInclude: NEITHER_BOUND,
		pageCap: Infinity,
		longestPage: 0,
		ignoresSkip: undefined,
	};
}

/** A page, and how many events the service was asked for. */
export type AskedPage<Event extends TimedEvent> = EventsPage<Event> & { readonly limit: number };

/** Deeper than any run of equal timestamps: only a service that ignores `skip` answers with events. */
const BEYOND_ANY_RUN = 1_000_000;

/** A limit that no service takes for too large. */
const SURELY_GIVEN = 100;

/** Requests for windows of the log in one order. */
export class WindowRequests<Event extends TimedEvent> {
	/** @param traits shared with other readers of the same log */
	constructor(
		private readonly fetchPage: FetchPage<Event>,
		readonly order: Order,
		readonly traits: ServiceTraits = unknownTraits(),
	) {}

	/** The same log in the opposite order. */
	opposite(): WindowRequests<Event> {
		return new WindowRequests(this.fetchPage, this.order === 'ASC' ? 'DESC' : 'ASC', this.traits);
	}

	positionOf(event: TimedEvent): number {
		return positionOf(event, this.order);
	}

	/** The time of a position, epoch milliseconds. */
	timeAt(position: number): number {
		return this.order === 'ASC' ? position : -position;
	}

	/** Bounds that cover the window as narrowly as is known to be safe. */
	boundsOf(window: Window): Bounds {
		return boundsOfWindow(window, this.order, this.traits.boundsInclude);
	}

	/** Bounds that cover the window whatever the service includes. */
	widestBoundsOf(window: Window): Bounds {
		return boundsOfWindow(window, this.order, NEITHER_BOUND);
	}

	/**
	 * One page. An empty response is not believed at once: if it is wrong, everything after it would be missing.
	 * It may be empty because the limit was too large, so the second request is for fewer events.
	 */
	async fetch(bounds: Bounds, skip: number, limit: number): Promise<AskedPage<Event>> {
		const page = await this.fetchOnce(bounds, skip, limit);
		if (entriesIn(page) > 0) return page;
		return await this.fetchOnce(bounds, skip, Math.min(limit, SURELY_GIVEN));
	}

	private async fetchOnce(bounds: Bounds, skip: number, limit: number): Promise<AskedPage<Event>> {
		const { traits } = this;
		const page = await this.fetchPage({ order: this.order, ...bounds, skip, limit });
		traits.longestPage = Math.max(traits.longestPage, entriesIn(page));
		let { after, before } = traits.boundsInclude;
		for (const { createdAtMs } of page.events) {
			after ||= createdAtMs === bounds.afterMs;
			before ||= createdAtMs === bounds.beforeMs;
		}
		traits.boundsInclude = { after, before };
		return { limit, ...page };
	}

	/** `refused` where the service does not go that deep. */
	async fetchUnlessRefused(
		bounds: Bounds,
		skip: number,
		limit: number,
	): Promise<AskedPage<Event> | 'refused'> {
		return await this.fetch(bounds, skip, limit).catch((failure: unknown) => {
			if (skip > 0 && isEventLogFailure(failure) && mayRefuseQuery(failure)) return 'refused';
			throw failure;
		});
	}

	async ignoresSkip(window: Window): Promise<boolean> {
		if (this.traits.ignoresSkip === undefined) {
			const page = await this.fetchUnlessRefused(this.boundsOf(window), BEYOND_ANY_RUN, 1);
			this.traits.ignoresSkip = page !== 'refused' && page.events.length > 0;
		}
		return this.traits.ignoresSkip;
	}

	/**
	 * The probe: whether a window holds no event that is not among those given. Where other odd entries than those
	 * known stand in it, all that it shows tells.
	 *
	 * @param odd how many odd entries are known to stand in it
	 */
	async holdsOnly(events: readonly Event[], window: Window, odd = 0): Promise<boolean> {
		const isInside = (event: Event) => holds(window, this.positionOf(event));
		const known = events.filter(isInside);
		const bounds = this.boundsOf(window);
		const page = await this.fetchUnlessRefused(bounds, known.length + odd, 1);
		if (page === 'refused') return false;
		if (entriesIn(page) === 0) return true;
		const { events: rest } = page;
		// The event may have shown that bounds are inclusive, so that they can be narrower next time.
		const isNarrowerNow = !areSameBounds(bounds, this.boundsOf(window));
		if (rest.length > 0 && !rest.some(isInside) && isNarrowerNow) {
			return await this.holdsOnly(events, window);
		}
		const knownIds = new Set(known.map(({ id }) => id));
		const areKnown = (shown: readonly Event[]) => shown.every(({ id }) => knownIds.has(id));
		if (!areKnown(rest)) return false;
		const isRepeated = rest.length > 0 && (await this.ignoresSkip(window));
		const all = await this.fetch(bounds, 0, this.traits.longestPage);
		if (isRepeated && !this.isUncut(all)) return await this.ignoresBounds(events);
		const shown = all.events.filter(isInside);
		if (shown.length < known.length || !areKnown(shown)) return false;
		return isRepeated || (await this.endsAfter(bounds, entriesIn(all)));
	}

	private async endsAfter(bounds: Bounds, entries: number): Promise<boolean> {
		const page = await this.fetchUnlessRefused(bounds, entries, 1);
		return page !== 'refused' && entriesIn(page) === 0;
	}

	/** Whether these come also where they don't belong: then a service always gives the same, and that is all. */
	private async ignoresBounds(events: readonly Event[]): Promise<boolean> {
		const last = events.reduce((most, event) => Math.max(most, this.positionOf(event)), -Infinity);
		// A bound may include the instant that it names.
		const beyond = { from: last + 2, to: windowOfRange({}, this.order).to };
		const page = await this.fetch(this.widestBoundsOf(beyond), 0, 1);
		return page.events.some((event) => this.positionOf(event) <= last);
	}

	/** Whether a page surely ends where its window does, and not where the service cuts pages in silence. */
	private isUncut(page: AskedPage<Event>): boolean {
		return entriesIn(page) < Math.min(page.limit, this.traits.longestPage);
	}

	/**
	 * Whether all events of an instant are found: its page is shorter than one for as many that has come. In a
	 * log with more events such a page would come.
	 *
	 * @param bounds of the instant
	 * @param page a page of it
	 */
	async isWholeInstant(bounds: Bounds, page: AskedPage<Event>, found: number): Promise<boolean> {
		if (entriesIn(page) >= page.limit) return false;
		if (!this.isUncut(page)) await this.fetch({}, 0, entriesIn(page) + 1);
		const all = await this.fetch(bounds, 0, this.traits.longestPage);
		return this.isUncut(all) && entriesIn(all) === found;
	}
}
