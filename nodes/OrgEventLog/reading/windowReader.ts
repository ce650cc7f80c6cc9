import type { FetchPage, LoggedEvent, Order } from '../api/event';
import { IncompleteReadError, isRefusedQuery } from './incompleteRead';
import type { ServiceTraits } from './serviceTraits';
import { unknownTraits } from './serviceTraits';
import type { Bounds, Window } from './window';
import { boundsOfWindow, holds, positionOf } from './window';

/** Deeper than any run of equal timestamps: only a service that ignores `skip` answers with events. */
const BEYOND_ANY_RUN = 1_000_000;
/** Passes over one instant that bring nothing new before reading gives up on changing tie order. */
const MAX_FRUITLESS_PASSES = 20;

export interface WindowReaderOptions {
	readonly fetchPage: FetchPage;
	readonly order: Order;
	/** Whether the service is known to take pages in the order asked for, as List documents it. */
	readonly orderIsReliable?: boolean;
	/** A page of fewer events than this is known not to be cut by the service's greatest `limit`. */
	readonly trustedPageCap?: number;
	/** Shared with other readers of the same log in the same order. */
	readonly traits?: ServiceTraits;
}

/**
 * What a page is of its window: `whole`, or the part at its `near` end (where reading starts) or
 * `far` end, or the beginning of nothing but one `instant`, or `scattered`.
 */
export type PageExtent = 'whole' | 'near' | 'far' | 'instant' | 'scattered';

export interface WindowPage {
	/** Sorted by position, none from outside the window. */
	readonly events: readonly LoggedEvent[];
	readonly extent: PageExtent;
}

/**
 * Reads windows of the log and finds out, from the service's answers alone, what the specification
 * leaves open: whether bounds are inclusive, where `limit` is capped, from which end of a window
 * its pages come, whatever the order inside them.
 */
export class WindowReader {
	private readonly traits: ServiceTraits;

	constructor(private readonly options: WindowReaderOptions) {
		this.traits = options.traits ?? unknownTraits();
	}

	positionOf(event: LoggedEvent): number {
		return positionOf(event, this.options.order);
	}

	/** From which end of a window the service's pages come, once that was seen. */
	get pagesComeFrom(): 'near' | 'far' | undefined {
		return this.traits.pagesComeFrom;
	}

	/** Where the service's own clock stands, as far as it has told. */
	presentPosition(): number | undefined {
		if (this.traits.serviceTimeMs === undefined) return undefined;
		return this.options.order === 'ASC' ? this.traits.serviceTimeMs : -this.traits.serviceTimeMs;
	}

	/**
	 * The first page of a window and what it is of the window.
	 *
	 * @throws IncompleteReadError when the service gives nothing of what was asked for, without end
	 */
	async readPage(window: Window, limit: number): Promise<WindowPage> {
		const bounds = this.boundsOf(window);
		const received = await this.fetch(bounds, 0, limit);
		const events = received
			.filter((event) => holds(window, this.positionOf(event)))
			.sort((one, other) => this.positionOf(one) - this.positionOf(other));
		const cut = received.length >= Math.min(limit, this.traits.pageCap);
		if (!cut && (await this.isWholeWindow(window, received, events.length))) {
			return { events, extent: 'whole' };
		}
		if (events.length > 0) {
			return { events, extent: await this.extentOf(window, events, received) };
		}
		if (sameBounds(bounds, this.boundsOf(window))) throw doesNotAdvance(window.from);
		return await this.readPage(window, limit);
	}

	/**
	 * All events of one instant, however many pages they fill and in whatever order each page has
	 * them: as many different ids must be found as the instant takes places in the service's list.
	 * A pass that brings nothing new is followed by one with shorter pages, so that an order which
	 * changes in step with the requests comes out of step.
	 *
	 * @throws IncompleteReadError when it can't be read to the last event
	 */
	async readInstant(position: number, limit: number): Promise<readonly LoggedEvent[]> {
		const found = new Map<string, LoggedEvent>();
		let fruitlessPasses = 0;
		while (fruitlessPasses < MAX_FRUITLESS_PASSES) {
			const knownBefore = found.size;
			const shorter = Math.max(1, Math.min(limit, this.traits.longestPage) - fruitlessPasses);
			const passLimit = fruitlessPasses === 0 ? limit : shorter;
			const places = await this.passOverInstant(position, passLimit, found);
			if (places <= found.size) return [...found.values()];
			fruitlessPasses = found.size > knownBefore ? 0 : fruitlessPasses + 1;
		}
		throw new IncompleteReadError(
			'instantInChangingOrder',
			'The service orders events of one instant differently each time, and some never came',
			Math.abs(position),
		);
	}

	/** How many places of the service's list the instant takes; what stands there goes to `found`. */
	private async passOverInstant(
		position: number,
		limit: number,
		found: Map<string, LoggedEvent>,
	): Promise<number> {
		const window = { from: position, to: position };
		const bounds = this.boundsOf(window);
		let places = 0;
		for (let skip = 0; ;) {
			const page = await this.fetchUnlessRefused(bounds, skip, limit);
			if (page === 'refused') {
				if (skip < this.traits.longestPage) return places;
				throw new IncompleteReadError(
					'instantTooWide',
					'More events share one instant than the service lets be read with skip',
					Math.abs(position),
				);
			}
			if (page.length === 0) return places;
			for (const event of page) {
				if (this.positionOf(event) !== position) continue;
				places += 1;
				found.set(event.id, event);
			}
			skip += page.length;
			if (places > 2 * found.size && (await this.ignoresSkip(window))) {
				if (page.length < limit) return found.size;
				throw doesNotAdvance(position);
			}
		}
	}

	private boundsOf(window: Window): Bounds {
		return boundsOfWindow(window, this.options.order, this.traits.boundsInclude);
	}

	/**
	 * A page shorter than asked for may be everything or the service's greatest `limit`: one more
	 * request, right behind what came, tells.
	 */
	private async isWholeWindow(
		window: Window,
		received: readonly LoggedEvent[],
		insideWindow: number,
	): Promise<boolean> {
		if (received.length === 0) return true;
		if (received.length < (this.options.trustedPageCap ?? 0)) return true;
		const rest = await this.fetchUnlessRefused(this.boundsOf(window), insideWindow, 1);
		if (rest === 'refused') return false;
		if (rest.length === 0) return true;
		const known = new Set(received.map((event) => event.id));
		const bringsNothingNew = rest.every((event) => known.has(event.id));
		if (bringsNothingNew && (await this.ignoresSkip(window))) return true;
		this.traits.pageCap = received.length;
		return false;
	}

	/** Of a page that is not the whole window. Once seen, the end that pages come from is relied on. */
	private async extentOf(
		window: Window,
		events: readonly LoggedEvent[],
		received: readonly LoggedEvent[],
	): Promise<PageExtent> {
		const first = this.firstPosition(events);
		const last = this.lastPosition(events);
		if (first === last) return 'instant';
		const direction = directionOf(received.map((event) => this.positionOf(event)));
		if (direction === 'mixed') return 'scattered';
		if (this.options.orderIsReliable && direction === 'rising') this.traits.pagesComeFrom = 'near';
		if (this.traits.pagesComeFrom !== undefined) return this.traits.pagesComeFrom;
		if (await this.isNothingElse(events, { from: window.from, to: first })) {
			this.traits.pagesComeFrom = 'near';
		} else if (await this.isNothingElse(events, { from: last, to: window.to })) {
			this.traits.pagesComeFrom = 'far';
		}
		return this.traits.pagesComeFrom ?? 'scattered';
	}

	/** Whether a part of the window holds no event that is not among those given. */
	private async isNothingElse(events: readonly LoggedEvent[], part: Window): Promise<boolean> {
		const known = events.filter((event) => holds(part, this.positionOf(event))).length;
		const bounds = this.boundsOf(part);
		const rest = await this.fetchUnlessRefused(bounds, known, 1);
		if (rest === 'refused') return false;
		if (rest.length === 0) return true;
		if (sameBounds(bounds, this.boundsOf(part))) return false;
		return await this.isNothingElse(events, part);
	}

	private firstPosition(events: readonly LoggedEvent[]): number {
		const first = events[0];
		return first === undefined ? NaN : this.positionOf(first);
	}

	private lastPosition(events: readonly LoggedEvent[]): number {
		const last = events[events.length - 1];
		return last === undefined ? NaN : this.positionOf(last);
	}

	private async ignoresSkip(window: Window): Promise<boolean> {
		if (this.traits.ignoresSkip === undefined) {
			const page = await this.fetchUnlessRefused(this.boundsOf(window), BEYOND_ANY_RUN, 1);
			this.traits.ignoresSkip = page !== 'refused' && page.length > 0;
		}
		return this.traits.ignoresSkip;
	}

	private async fetchUnlessRefused(
		bounds: Bounds,
		skip: number,
		limit: number,
	): Promise<readonly LoggedEvent[] | 'refused'> {
		return await this.fetch(bounds, skip, limit).catch((failure: unknown) => {
			if (skip > 0 && isRefusedQuery(failure)) return 'refused';
			throw failure;
		});
	}

	private async fetch(
		bounds: Bounds,
		skip: number,
		limit: number,
	): Promise<readonly LoggedEvent[]> {
		const { fetchPage, order } = this.options;
		const page = await fetchPage({ order, ...bounds, skip, limit });
		this.traits.serviceTimeMs = page.serviceTimeMs ?? this.traits.serviceTimeMs;
		this.traits.longestPage = Math.max(this.traits.longestPage, page.events.length);
		for (const { createdAtMs } of page.events) {
			if (createdAtMs === bounds.afterMs) this.traits.boundsInclude.after = true;
			if (createdAtMs === bounds.beforeMs) this.traits.boundsInclude.before = true;
		}
		return page.events;
	}
}

function directionOf(positions: readonly number[]): 'rising' | 'falling' | 'mixed' {
	const pairs = positions.slice(1).map((position, index) => [positions[index] ?? 0, position]);
	if (pairs.every(([one = 0, next = 0]) => one <= next)) return 'rising';
	return pairs.every(([one = 0, next = 0]) => one >= next) ? 'falling' : 'mixed';
}

function sameBounds(one: Bounds, other: Bounds): boolean {
	return one.afterMs === other.afterMs && one.beforeMs === other.beforeMs;
}

function doesNotAdvance(position: number): IncompleteReadError {
	return new IncompleteReadError(
		'noAdvance',
		'The service gives the same events again whatever page it is asked for',
		Math.abs(position),
	);
}
