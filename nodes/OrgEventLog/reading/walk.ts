import type { LogSource, Order, TimeRange, TimedEvent } from '../api/page';
import { type Window, windowOfRange } from './window';
import { type PageExtent, type WindowPage, WindowReader } from './windowReader';
import type { ServiceTraits } from './windowRequests';

/** Pages read against the wanted order before the rest of the window is cut in two. */
const MAX_PAGES_HELD = 10;

/** Which part of the log is read, in which order. */
export interface WalkOptions {
	readonly order: Order;
	readonly range: TimeRange;
	/** How many events will be taken at most, so that no more is asked for. */
	readonly wanted?: number;
	/** Shared with other walks over the same log in the same order. */
	readonly traits?: ServiceTraits;
}

interface UnreadWindow extends Window {
	/** Ids already handed over at `from`. */
	readonly seen?: ReadonlySet<string>;
	/** Events held back while this window was read from its far end. */
	readonly held?: number;
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
export async function* walkEvents<Event extends TimedEvent>(
	source: LogSource<Event>,
	{ order, range, wanted = Infinity, traits }: WalkOptions,
): AsyncGenerator<readonly Event[]> {
	const reader = new WindowReader(source, order, traits);
	const pending: Array<Pending<Event>> = [windowOfRange(range, order)];
	const { pageSize, orderIsReliable } = source;
	let missing = wanted;
	for (let next = pending.pop(); next !== undefined && missing > 0; next = pending.pop()) {
		if (isRead(next)) {
			missing -= next.length;
			if (next.length > 0) yield next;
			continue;
		}
		if (next.from > next.to) continue;
		const limit = Math.min(pageSize, missing + (next.seen?.size ?? 0));
		const page = await reader.readPage(next, limit);
		const fresh = withoutRepeats(page.events, next.seen);
		if (orderIsReliable && fresh.length >= missing && IN_ORDER.has(page.extent)) {
			yield fresh;
			return;
		}
		pending.push(...(await goOn(reader, next, page, fresh, limit)));
	}
}

/** Where the service takes pages in the order asked for, such a page begins with the next event. */
const IN_ORDER: ReadonlySet<PageExtent> = new Set(['whole', 'near', 'instant']);

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
	if (first === undefined || last === undefined) return [];
	switch (extent) {
		case 'whole':
			return [fresh];
		case 'near': {
			const reached = reader.positionOf(last);
			const seen = idsAt(reader, events, reached);
			return [{ from: reached, to: window.to, seen }, fresh];
		}
		case 'far':
			return readFromFarEnd(reader, window, fresh, reader.positionOf(first), limit);
		case 'instant':
			return await readWholeInstant(reader, window, reader.positionOf(first), limit);
		case 'scattered':
			return inTwo(reader, window);
	}
}

/**
 * What came belongs last. It is held back while the rest of the window is read the same way; a rest
 * that is too large for that is cut in two.
 */
function readFromFarEnd<Event extends TimedEvent>(
	reader: WindowReader<Event>,
	window: UnreadWindow,
	fresh: readonly Event[],
	reached: number,
	limit: number,
): Array<Pending<Event>> {
	const certain = fresh.filter((event) => reader.positionOf(event) > reached);
	const held = (window.held ?? 0) + certain.length;
	const rest = { from: window.from, to: reached, seen: window.seen };
	const next = held < MAX_PAGES_HELD * limit ? [{ ...rest, held }] : inTwo(reader, rest);
	return [certain, ...next];
}

/** Such a page does not tell whether the instant goes on nor what lies on either side of it. */
async function readWholeInstant<Event extends TimedEvent>(
	reader: WindowReader<Event>,
	window: UnreadWindow,
	position: number,
	limit: number,
): Promise<Array<Pending<Event>>> {
	const events = await reader.readInstant(position, limit);
	const seenHere = position === window.from ? window.seen : undefined;
	const above: UnreadWindow = { from: position + 1, to: window.to };
	const below: UnreadWindow = {
		from: window.from,
		to: position - 1,
		seen: window.seen,
	};
	return [
		...(reader.pagesComeFrom === 'far' ? [] : [above]),
		withoutRepeats(events, seenHere),
		...(reader.pagesComeFrom === 'near' ? [] : [below]),
	];
}

/** Cut at the service's present if it lies inside, for an open range is mostly empty future. */
function inTwo<Event extends TimedEvent>(
	reader: WindowReader<Event>,
	window: UnreadWindow,
): UnreadWindow[] {
	const { from, to, seen } = window;
	const middle = Math.floor(from + (to - from) / 2);
	const present = reader.presentPosition();
	const cut = present !== undefined && present > from && present < to ? present : middle;
	return [
		{ from: cut + 1, to },
		{ from, to: cut, seen },
	];
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

function withoutRepeats<Event extends TimedEvent>(
	events: readonly Event[],
	seen: ReadonlySet<string> | undefined,
): readonly Event[] {
	const known = new Set(seen);
	return events.filter(({ id }) => {
		if (known.has(id)) return false;
		known.add(id);
		return true;
	});
}
