import { type LogSource, type OddEntry, type Order, type TimedEvent, entriesIn } from '../api/page';
import { EventLogFailure } from '../errors/failure';
import { readInstant } from './instantReader';
import { Neighbors, endsOf, holdsNothingElse, stillBeginsAt, stillBeginsWith } from './neighbors';
import { type Window, areSameBounds, holds } from './window';
import { type ServiceTraits, WindowRequests } from './windowRequests';

/** A `skip` that no service refuses as too deep: List's own default page is as long. */
const SHALLOW_SKIP = 10;

/**
 * What a page is of its window: `whole`, or the part at its `near` end (where reading starts) or
 * `far` end, or the beginning of nothing but one `instant`, or `scattered`.
 */
export type PageExtent = 'whole' | 'near' | 'far' | 'instant' | 'scattered';

export interface WindowPage<Event extends TimedEvent> {
	/** Sorted by position, none twice, none from outside the window. */
	readonly events: readonly Event[];
	readonly extent: PageExtent;
}

/** A window, and what is known to lie in it. */
export interface WindowToRead extends Window {
	readonly holdsEvents?: boolean;
	/** Ids of events at `from` that were handed over already. */
	readonly seen?: ReadonlySet<string>;
}

/** A page that has something of its window, while it is not known yet what. */
interface PageInQuestion<Event extends TimedEvent> {
	readonly window: Window;
	readonly limit: number;
	/** Sorted by position, none from outside the window, at least one. */
	readonly events: readonly Event[];
	/** How many entries came, with those from outside the window. */
	readonly length: number;
	/** How many of them are odd. */
	readonly odd: number;
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
		private readonly source: LogSource<Event>,
		order: Order,
		traits?: ServiceTraits,
	) {
		this.requests = new WindowRequests(source.fetchPage, order, traits);
	}

	positionOf(event: TimedEvent): number {
		return this.requests.positionOf(event);
	}

	/** The time of a position, epoch milliseconds. */
	timeAt(position: number): number {
		return this.requests.timeAt(position);
	}

	/** From which end of a window the service's pages come, once that was seen. */
	get pagesComeFrom(): 'near' | 'far' | undefined {
		return this.requests.traits.pagesComeFrom;
	}

	/** Where the service's own clock stands, as far as it has told. */
	presentPosition(): number | undefined {
		return this.requests.presentPosition();
	}

	/**
	 * All events of one instant.
	 *
	 * @param known some of them, at least one
	 * @throws EventLogFailure when it can't be read to the last one
	 */
	async readInstant(
		position: number,
		limit: number,
		known: readonly Event[],
	): Promise<readonly Event[]> {
		return await readInstant(this.requests, position, limit, known);
	}

	/**
	 * The first page of a window and what it is of the window.
	 *
	 * @throws EventLogFailure when the service gives nothing of what was asked for, without end, or
	 * nothing where it gave something before
	 */
	async readPage(window: WindowToRead, limit: number): Promise<WindowPage<Event>> {
		const { requests } = this;
		const bounds = requests.boundsOf(window);
		const page = await requests.fetch(bounds, 0, limit);
		const { events: received, odd = [] } = page;
		const length = entriesIn(page);
		const inside = onceEach(received).filter((event) => holds(window, this.positionOf(event)));
		if (inside.length > 0) {
			const positions = inside.map((event) => this.positionOf(event));
			const direction = directionOf(positions);
			const isSorted = direction === 'rising' || direction === 'level';
			const events = isSorted ? inside : this.sorted(inside);
			if (this.lacksItsBeginning(window, events)) {
				requests.distrust();
				return await this.readPage(window, limit);
			}
			const inQuestion = { window, limit, events, length, odd: odd.length, direction };
			const extent = await this.classifyAndLearn(inQuestion);
			return extent === 'doubtful' ? await this.readPage(window, limit) : { events, extent };
		}
		const atMs = requests.timeAt(window.from);
		if (received.length > 0) {
			if (!areSameBounds(bounds, requests.boundsOf(window)))
				return await this.readPage(window, limit);
			const isRepeated = length < limit && (await requests.ignoresSkip(window));
			if (!isRepeated) throw new EventLogFailure('noProgress', { atMs });
		} else if (odd.length > 0 && (await this.hasMoreBehind(window, odd))) {
			if (limit < this.source.pageSize) return await this.readPage(window, this.source.pageSize);
			if (window.from < window.to) return { events: [], extent: 'scattered' };
			throw new EventLogFailure('noProgress', { atMs });
		}
		if (window.holdsEvents) throw new EventLogFailure('contradictoryAnswer', { atMs });
		return { events: [], extent: 'whole' };
	}

	/**
	 * Whether a window goes on behind a page of nothing but odd entries, which ends nothing by itself.
	 *
	 * @throws EventLogFailure where the same ones stand there, too: then they stand everywhere
	 */
	private async hasMoreBehind(window: Window, odd: readonly OddEntry[]): Promise<boolean> {
		const { requests } = this;
		const bounds = requests.boundsOf(window);
		const behind = await requests.fetchUnlessRefused(bounds, odd.length, 1);
		if (behind === 'refused') return true;
		const known = new Set(odd.map(({ id }) => id));
		const areKnown = behind.odd?.every(({ id }) => known.has(id)) === true;
		if (areKnown && behind.events.length === 0) {
			throw new EventLogFailure('noProgress', { atMs: requests.timeAt(window.from) });
		}
		return entriesIn(behind) > 0;
	}

	/** Whether a page that should begin with events which are known does not. */
	private lacksItsBeginning({ from, seen }: WindowToRead, events: readonly Event[]): boolean {
		const { first } = endsOf(this.requests, events);
		return seen !== undefined && this.pagesComeFrom === 'near' && first !== from;
	}

	private sorted(events: readonly Event[]): readonly Event[] {
		return [...events].sort((one, other) => this.positionOf(one) - this.positionOf(other));
	}

	/** What the page is of its window; what it shows of the service is remembered in the traits. */
	private async classifyAndLearn(page: PageInQuestion<Event>): Promise<PageExtent | 'doubtful'> {
		const { traits } = this.requests;
		const { window, events, direction } = page;
		if (direction === 'rising' || direction === 'falling') {
			if (direction !== (traits.direction ?? direction)) this.requests.distrust();
			traits.direction = direction;
		}
		if (this.source.orderIsReliable && direction === 'rising') {
			this.requests.learnWherePagesComeFrom('near');
		}
		const neighbors = new Neighbors(this.requests, window, events);
		if (page.length < Math.min(page.limit, traits.pageCap)) {
			// It may be everything, or cut at the service's maximum `limit`.
			if (await this.isWhole(page, neighbors)) return 'whole';
			traits.pageCap = page.length;
			// Cut shorter than ever, its far end need not be the window's, nor its near end where longer ones were seen.
			if (traits.pagesComeFrom === 'far' || page.length < traits.longestPage) return 'doubtful';
		}
		if (direction === 'level') return 'instant';
		if (direction === 'mixed') return 'scattered';
		return traits.pagesComeFrom ?? (await this.findExtentAndLearn(page, neighbors));
	}

	private async isWhole(
		{ window, events, odd, direction }: PageInQuestion<Event>,
		neighbors: Neighbors<Event>,
	): Promise<boolean> {
		return events.length + odd <= SHALLOW_SKIP || direction === 'mixed'
			? await holdsNothingElse(this.requests, window, events, odd)
			: (await neighbors.nothingBefore()) && (await neighbors.nothingAfter());
	}

	/**
	 * From which end pages come is relied on from then on, so it is remembered only where it shows
	 * in a second answer too: what was found beside the first may have become visible only after it.
	 */
	private async findExtentAndLearn(
		{ window, limit, events, odd }: PageInQuestion<Event>,
		neighbors: Neighbors<Event>,
	): Promise<PageExtent> {
		const { requests } = this;
		if (!(await neighbors.nothingAfter())) {
			const { first } = endsOf(requests, events);
			if (!(await stillBeginsAt(requests, window, first))) return 'scattered';
			requests.learnWherePagesComeFrom('near');
			return 'near';
		}
		// What comes next begins with the end of this page, and so shows whether that is the log's.
		if (await neighbors.nothingBefore()) return 'near';
		// An odd entry before this page looks like an event there.
		if (odd === 0 && (await stillBeginsWith(requests, window, events, limit))) {
			requests.learnWherePagesComeFrom('far');
		}
		return 'far';
	}
}

/** An id that stands at two times is two entries of the log: which of them counts is not for us to say. */
function onceEach<Event extends TimedEvent>(events: readonly Event[]): readonly Event[] {
	const ids = new Set(events.map(({ id }) => id));
	if (ids.size === events.length) return events;
	const byIdAndTime = events.map((event): [string, Event] => [
		JSON.stringify([event.id, event.createdAtMs]),
		event,
	]);
	return [...new Map(byIdAndTime).values()];
}

/** How positions go on within a page; `level` where all are the same. */
type Direction = 'level' | 'rising' | 'falling' | 'mixed';

function directionOf(positions: readonly number[]): Direction {
	let rises = false;
	let falls = false;
	let previous = positions[0] ?? NaN;
	for (const position of positions) {
		if (position > previous) rises = true;
		else if (position < previous) falls = true;
		previous = position;
	}
	if (rises) return falls ? 'mixed' : 'rising';
	return falls ? 'falling' : 'level';
}
