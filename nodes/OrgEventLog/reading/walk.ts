import type { FetchPage, LoggedEvent, Order, TimeRange } from '../api/event';
import type { Window } from './window';
import { windowOfRange } from './window';
import { WindowReader } from './windowReader';

/** Pages read against the wanted order before the rest of the window is cut in two. */
const PAGES_HELD = 10;

export interface WalkOptions {
	readonly fetchPage: FetchPage;
	readonly order: Order;
	readonly range: TimeRange;
	readonly pageSize: number;
	/** How many events will be taken at most, so that no more is asked for. */
	readonly wanted?: number;
	/** A page of fewer events than this is known not to be cut by the service's greatest `limit`. */
	readonly trustedPageCap?: number;
}

interface UnreadWindow extends Window {
	/** Ids already handed over at `from`. */
	readonly seen?: ReadonlySet<string>;
	/** Events held back while this window was read from its far end. */
	readonly held?: number;
}

/** What is still to do, nearest last: events read ahead, and windows not read yet. */
type Pending = readonly LoggedEvent[] | UnreadWindow;

function isRead(pending: Pending): pending is readonly LoggedEvent[] {
	return Array.isArray(pending);
}

/**
 * Hands over every event of the range exactly once, in the order wanted, in batches as they become
 * certain. It advances by time and trusts no order, greatest `limit` or bound that it has not seen.
 * The cost is linear in the events handed over; a service that runs against the wanted order costs
 * a logarithm of the range more.
 *
 * @throws IncompleteReadError, or what `fetchPage` throws: then what came is not everything
 */
export async function* walkEvents(options: WalkOptions): AsyncGenerator<readonly LoggedEvent[]> {
	const reader = new WindowReader(options);
	const pending: Pending[] = [windowOfRange(options.range, options.order)];
	let handedOver = 0;
	for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
		if (isRead(next)) {
			if (next.length === 0) continue;
			handedOver += next.length;
			yield next;
			continue;
		}
		if (next.from > next.to) continue;
		const limit = pageLimit(options, handedOver, next.seen?.size ?? 0);
		pending.push(...(await readOn(reader, next, limit)));
	}
}

function pageLimit(options: WalkOptions, handedOver: number, overlap: number): number {
	const { pageSize, wanted } = options;
	if (wanted === undefined || wanted <= handedOver) return pageSize;
	return Math.min(pageSize, wanted - handedOver + overlap);
}

/** One page further into the window: what came of it and what is left, nearest last. */
async function readOn(
	reader: WindowReader,
	window: UnreadWindow,
	limit: number,
): Promise<Pending[]> {
	const { events, extent } = await reader.readPage(window, limit);
	const fresh = withoutRepeats(events, window.seen);
	const first = events[0];
	const last = events[events.length - 1];
	if (first === undefined || last === undefined) return [];
	switch (extent) {
		case 'complete':
			return [inOrder(reader, fresh)];
		case 'forward': {
			const reached = reader.positionOf(last);
			const seen = idsAt(reader, events, reached);
			return [{ from: reached, to: window.to, seen }, fresh];
		}
		case 'backward':
			return readFromFarEnd(reader, window, fresh, reader.positionOf(last), limit);
		case 'instant':
			return await readWholeInstant(reader, window, reader.positionOf(first), limit);
		case 'unordered':
			return inTwo(reader, window);
	}
}

/**
 * The service runs against the wanted order: what came belongs last. It is held back while the rest
 * of the window is read the same way; a rest that is too large for that is cut in two.
 */
function readFromFarEnd(
	reader: WindowReader,
	window: UnreadWindow,
	fresh: readonly LoggedEvent[],
	reached: number,
	limit: number,
): Pending[] {
	const certain = fresh.filter((event) => reader.positionOf(event) > reached);
	const held = (window.held ?? 0) + certain.length;
	const rest = { from: window.from, to: reached, seen: window.seen };
	const next = held < PAGES_HELD * limit ? [{ ...rest, held }] : inTwo(reader, rest);
	return [inOrder(reader, certain), ...next];
}

/** The page tells neither whether the instant goes on nor what lies on either side of it. */
async function readWholeInstant(
	reader: WindowReader,
	window: UnreadWindow,
	position: number,
	limit: number,
): Promise<Pending[]> {
	const events = await reader.readInstant(position, limit);
	const seenHere = position === window.from ? window.seen : undefined;
	const above: UnreadWindow = { from: position + 1, to: window.to };
	const below: UnreadWindow = {
		from: window.from,
		to: position - 1,
		seen: window.seen,
	};
	return [
		...(reader.direction === 'backward' ? [] : [above]),
		withoutRepeats(events, seenHere),
		...(reader.direction === 'forward' ? [] : [below]),
	];
}

/** Cut at the service's present if it lies inside, for an open range is mostly empty future. */
function inTwo(reader: WindowReader, window: UnreadWindow): Pending[] {
	const { from, to, seen } = window;
	const middle = Math.floor(from + (to - from) / 2);
	const present = reader.presentPosition();
	const cut = present !== undefined && present > from && present < to ? present : middle;
	return [
		{ from: cut + 1, to },
		{ from, to: cut, seen },
	];
}

function idsAt(
	reader: WindowReader,
	events: readonly LoggedEvent[],
	position: number,
): ReadonlySet<string> {
	return new Set(
		events.filter((event) => reader.positionOf(event) === position).map(({ id }) => id),
	);
}

function withoutRepeats(
	events: readonly LoggedEvent[],
	seen: ReadonlySet<string> | undefined,
): readonly LoggedEvent[] {
	const known = new Set(seen);
	return events.filter(({ id }) => known.size < known.add(id).size);
}

function inOrder(reader: WindowReader, events: readonly LoggedEvent[]): readonly LoggedEvent[] {
	return [...events].sort((one, other) => reader.positionOf(one) - reader.positionOf(other));
}
