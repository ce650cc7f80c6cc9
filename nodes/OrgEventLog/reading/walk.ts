import type { LogSource, Order, TimeRange, TimedEvent } from '../api/page';
import { EventLogFailure } from '../errors/failure';
import { type UnreadWindow, cutInTwo, leftFromFarEnd, middleOf } from './unreadWindow';
import { windowOfRange } from './window';
import { type PageExtent, type WindowPage, WindowReader } from './windowReader';
import type { ServiceTraits } from './windowRequests';

/** Far more than it takes to halve all of time until a window fits into a page. */
const MAX_WINDOWS_WITHOUT_EVENTS = 300;

/** Which part of the log is read, in which order. */
export interface WalkOptions {
	readonly order: Order;
	readonly range: TimeRange;
	/** How many events will be taken at most, so that no more is asked for. */
	readonly wanted?: number;
	/** Whether an event is known to lie in the range. */
	readonly holdsEvents?: boolean;
	/** Shared with other walks over the same log in the same order. */
	readonly traits?: ServiceTraits;
}

/** What is still to do, nearest last: events read ahead, and windows not read yet. */
type Pending<Event> = readonly Event[] | UnreadWindow;

function isRead<Event>(pending: Pending<Event>): pending is readonly Event[] {
	return Array.isArray(pending);
}

/**
 * Hands over every event of the range exactly once, in the order wanted, in batches as they become
 * certain. With `wanted` it ends as soon as that many are handed over (the last batch may hold more).
 * It advances by time and trusts no order, maximum `limit` or bound that it has not seen.
 * The cost is linear in the events handed over; a service whose pages come from the other end costs
 * a logarithm of the range more.
 *
 * @throws EventLogFailure: then what came is not everything
 */
export function walkEvents<Event extends TimedEvent>(
	source: LogSource<Event>,
	options: WalkOptions,
): AsyncIterableIterator<readonly Event[]> {
	return new Walk(source, options);
}

/**
 * No generator: the frame of one would hold the batch that it has handed over until the next page
 * has come, and V8 keeps for long what lives so long.
 */
class Walk<Event extends TimedEvent> implements AsyncIterableIterator<readonly Event[]> {
	private readonly reader: WindowReader<Event>;
	private readonly pending: Array<Pending<Event>>;
	private readonly order: Order;
	private missing: number;
	private windowsWithoutEvents = 0;

	constructor(
		private readonly source: LogSource<Event>,
		{ order, range, wanted = Infinity, holdsEvents, traits }: WalkOptions,
	) {
		this.reader = new WindowReader(source, order, traits);
		this.pending = [{ ...windowOfRange(range, order), holdsEvents }];
		this.order = order;
		this.missing = wanted;
	}

	[Symbol.asyncIterator](): this {
		return this;
	}

	async next(): Promise<IteratorResult<readonly Event[], undefined>> {
		while (this.missing > 0) {
			const next = this.pending.pop();
			if (next === undefined) break;
			if (!isRead(next)) {
				await this.readPageOf(next);
			} else if (next.length > 0) {
				this.missing -= next.length;
				return { done: false, value: next };
			}
		}
		return { done: true, value: undefined };
	}

	private async readPageOf(window: UnreadWindow): Promise<void> {
		if (window.from > window.to) return;
		const { reader, order, missing } = this;
		const parts = await readOn(reader, window, this.source, { order, missing });
		this.pending.push(...parts);
		const gaveEvents = parts.some((part) => isRead(part) && part.length > 0);
		this.windowsWithoutEvents = gaveEvents ? 0 : this.windowsWithoutEvents + 1;
		if (this.windowsWithoutEvents > MAX_WINDOWS_WITHOUT_EVENTS) {
			throw new EventLogFailure('noProgress', { atMs: reader.timeAt(window.from) });
		}
	}
}

/**
 * What the next page of a window gives of it and what is left of it, nearest last. A function of its own, so
 * that nothing holds the page any more while those after it are on their way: that may be long.
 */
async function readOn<Event extends TimedEvent>(
	reader: WindowReader<Event>,
	window: UnreadWindow,
	{ pageSize, orderIsReliable }: LogSource<Event>,
	{ order, missing }: { readonly order: Order; readonly missing: number },
): Promise<Array<Pending<Event>>> {
	const limit = Math.min(pageSize, missing + (window.seen?.size ?? 0));
	const page = await reader.readPage(window, limit);
	const fresh = withoutSeen(reader, window, page.events);
	const isEnough = orderIsReliable && fresh.length >= missing;
	if (isEnough && isInOrder(page.extent, order)) return [fresh];
	return await goOn(reader, window, page, fresh, limit);
}

/**
 * Whether such a page begins with the next event, where the service takes pages in the order asked
 * for. One instant shows no order; newest first is also what List gives where it ignores the order.
 */
function isInOrder(extent: PageExtent, order: Order): boolean {
	return extent === 'whole' || extent === 'near' || (extent === 'instant' && order === 'DESC');
}

/** What one page gives of the window and what is left of it, nearest last. */
async function goOn<Event extends TimedEvent>(
	reader: WindowReader<Event>,
	window: UnreadWindow,
	{ events, extent }: WindowPage<Event>,
	fresh: readonly Event[],
	limit: number,
): Promise<Array<Pending<Event>>> {
	const first = events[0];
	const last = events[events.length - 1];
	if (extent === 'scattered') {
		const known = events.map((event) => reader.positionOf(event));
		return cutInTwo(window, middleOf(reader, window), known);
	}
	if (first === undefined || last === undefined) return [];
	switch (extent) {
		case 'whole':
			return [fresh];
		case 'near': {
			const reached = reader.positionOf(last);
			const seen = idsAt(reader, events, reached);
			return [{ from: reached, to: window.to, seen, holdsEvents: true }, fresh];
		}
		case 'far':
			return readFromFarEnd(reader, window, events, fresh);
		case 'instant':
			return await readWholeInstant(reader, window, events, reader.positionOf(first), limit);
	}
}

/** What came belongs last. It is held back while the rest of the window is read the same way. */
function readFromFarEnd<Event extends TimedEvent>(
	reader: WindowReader<Event>,
	window: UnreadWindow,
	events: readonly Event[],
	fresh: readonly Event[],
): Array<Pending<Event>> {
	const positions = events.map((event) => reader.positionOf(event));
	const reached = positions[0] ?? window.to;
	const certain = fresh.filter((event) => reader.positionOf(event) > reached);
	const span = (positions[positions.length - 1] ?? reached) - reached + 1;
	const rest = { ...window, to: reached, holdsEvents: true };
	return [certain, ...leftFromFarEnd(reader, rest, span, [reached])];
}

/** Such a page does not tell whether the instant goes on nor what lies on either side of it. */
async function readWholeInstant<Event extends TimedEvent>(
	reader: WindowReader<Event>,
	window: UnreadWindow,
	known: readonly Event[],
	position: number,
	limit: number,
): Promise<Array<Pending<Event>>> {
	const events = await reader.readInstant(position, limit, known);
	const fresh = withoutSeen(reader, window, events);
	const above: UnreadWindow = { from: position + 1, to: window.to };
	const below = { ...window, to: position - 1, holdsEvents: false };
	if (reader.pagesComeFrom === 'near') return [above, fresh];
	const left = leftFromFarEnd(reader, below, 1, []);
	return reader.pagesComeFrom === 'far' ? [fresh, ...left] : [above, fresh, ...left];
}

function idsAt<Event extends TimedEvent>(
	reader: WindowReader<Event>,
	events: readonly Event[],
	position: number,
): ReadonlySet<string> {
	return new Set(
		events.filter((event) => reader.positionOf(event) === position).map(({ id }) => id),
	);
}

/** The same id at another time is another entry of the log. */
function withoutSeen<Event extends TimedEvent>(
	reader: WindowReader<Event>,
	{ from, seen }: UnreadWindow,
	events: readonly Event[],
): readonly Event[] {
	if (seen === undefined) return events;
	return events.filter((event) => !seen.has(event.id) || reader.positionOf(event) !== from);
}
