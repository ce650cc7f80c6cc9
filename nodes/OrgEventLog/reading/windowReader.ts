import type { LogSource, Order, TimedEvent } from '../api/page';
import { EventLogFailure } from '../errors/failure';
import { readInstant } from './instantReader';
import {
	type Neighbors,
	areSameBounds,
	endsOf,
	findNeighbors,
	holdsNothingElse,
	stillBeginsWith,
} from './neighbors';
import { type Window, holds } from './window';
import { type ServiceTraits, WindowRequests } from './windowRequests';

/** A `skip` that no service refuses as too deep: List's own default page is as long. */
const SHALLOW_SKIP = 10;

/**
 * What a page is of its window: `whole`, or the part at its `near` end (where reading starts) or
 * `far` end, or the beginning of nothing but one `instant`, or `scattered`.
 */
export type PageExtent = 'whole' | 'near' | 'far' | 'instant' | 'scattered';

export interface WindowPage<Event extends TimedEvent> {
	/** Sorted by position, none from outside the window. */
	readonly events: readonly Event[];
	readonly extent: PageExtent;
}

/** A page that has something of its window, while it is not known yet what. */
interface PageInQuestion<Event extends TimedEvent> {
	readonly window: Window;
	readonly limit: number;
	/** Sorted by position, none from outside the window, at least one. */
	readonly events: readonly Event[];
	/** How many came, with those from outside the window. */
	readonly length: number;
	readonly direction: Direction;
}

/**
 * Reads windows of the log and finds out, from the service's responses alone, what the specification
 * leaves open: whether bounds are inclusive, where `limit` is capped, from which end of a window
 * its pages come, whatever the order inside them.
 */
export class WindowReader<Event extends TimedEvent> {
	private readonly requests: WindowRequests<Event>;

	/** @param traits shared with other readers of the same log in the same order */
	constructor(
		private readonly source: Omit<LogSource<Event>, 'pageSize'>,
		order: Order,
		traits?: ServiceTraits,
	) {
		this.requests = new WindowRequests(source.fetchPage, order, traits);
	}

	positionOf(event: TimedEvent): number {
		return this.requests.positionOf(event);
	}

	/** From which end of a window the service's pages come, once that was seen. */
	get pagesComeFrom(): 'near' | 'far' | undefined {
		return this.requests.traits.pagesComeFrom;
	}

	/** Where the service's own clock stands, as far as it has told. */
	presentPosition(): number | undefined {
		return this.requests.presentPosition();
	}

	/** All events of one instant. @throws EventLogFailure when it can't be read to the last one */
	async readInstant(position: number, limit: number): Promise<readonly Event[]> {
		return await readInstant(this.requests, position, limit);
	}

	/**
	 * The first page of a window and what it is of the window.
	 *
	 * @throws EventLogFailure when the service gives nothing of what was asked for, without end
	 */
	async readPage(window: Window, limit: number): Promise<WindowPage<Event>> {
		const { requests } = this;
		const bounds = requests.boundsOf(window);
		const received = await requests.fetch(bounds, 0, limit);
		const events = received
			.filter((event) => holds(window, this.positionOf(event)))
			.sort((one, other) => this.positionOf(one) - this.positionOf(other));
		if (received.length === 0) return { events, extent: 'whole' };
		if (events.length > 0) {
			const direction = directionOf(received.map((event) => this.positionOf(event)));
			const page = { window, limit, events, length: received.length, direction };
			return { events, extent: await this.classifyAndLearn(page) };
		}
		if (!areSameBounds(bounds, requests.boundsOf(window)))
			return await this.readPage(window, limit);
		const isRepeated = received.length < limit && (await requests.ignoresSkip(window));
		if (!isRepeated)
			throw new EventLogFailure('noProgress', { atMs: requests.timeAt(window.from) });
		return { events, extent: 'whole' };
	}

	/** What the page is of its window; what it shows of the service is remembered in the traits. */
	private async classifyAndLearn(page: PageInQuestion<Event>): Promise<PageExtent> {
		const { traits } = this.requests;
		const { events, direction } = page;
		if (this.source.orderIsReliable && direction === 'rising') traits.pagesComeFrom = 'near';
		let neighbors: Neighbors | undefined;
		if (page.length < Math.min(page.limit, traits.pageCap)) {
			// It may be everything, or cut at the service's maximum `limit`.
			if (events.length <= SHALLOW_SKIP || direction === 'mixed') {
				if (await holdsNothingElse(this.requests, page.window, events)) return 'whole';
			} else {
				neighbors = await this.findNeighborsAndLearn(page);
				if (neighbors.nothingBefore && neighbors.nothingAfter) return 'whole';
			}
			traits.pageCap = page.length;
		}
		if (direction === 'mixed') return 'scattered';
		const { first, last } = endsOf(this.requests, events);
		if (first === last) return 'instant';
		if (traits.pagesComeFrom !== undefined) return traits.pagesComeFrom;
		neighbors ??= await this.findNeighborsAndLearn(page);
		if (neighbors.nothingBefore) return 'near';
		return neighbors.nothingAfter ? 'far' : 'scattered';
	}

	/** Where they show from which end pages come, it is remembered, and relied on from then on. */
	private async findNeighborsAndLearn({
		window,
		limit,
		events,
	}: PageInQuestion<Event>): Promise<Neighbors> {
		const { requests } = this;
		const neighbors = await findNeighbors(requests, window, events);
		const { nothingBefore, nothingAfter } = neighbors;
		if (nothingBefore && !nothingAfter) requests.traits.pagesComeFrom = 'near';
		if (nothingAfter && !nothingBefore) {
			if (await stillBeginsWith(requests, window, events, limit)) {
				requests.traits.pagesComeFrom = 'far';
			}
		}
		return neighbors;
	}
}

type Direction = 'rising' | 'falling' | 'mixed';

function directionOf(positions: readonly number[]): Direction {
	const pairs = positions.slice(1).map((position, index) => [positions[index] ?? 0, position]);
	if (pairs.every(([one = 0, next = 0]) => one <= next)) return 'rising';
	return pairs.every(([one = 0, next = 0]) => one >= next) ? 'falling' : 'mixed';
}
