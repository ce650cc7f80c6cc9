import { DEFAULT_LIMIT, type Order } from '../api/page';
import { toOutcome } from '../errors/outcome';
import type { TimedEvent } from '../events/event';
import { readInstant } from './instant';
import { EventSet } from './eventSet';
import { requireFixedPage } from './fixedPage';
import { MAX_PAGES_OUTSIDE, type EndProof, type Overlap, walkInOrder } from './orderedWalk';
import { type Window, oppositeOf, positionOf, reversed } from './positions';
import type { Page } from './page';
import type { ServedLog } from './servedLog';
import type { ReadWindow, EventSpan } from './windows';

/** A window that holds more than this many times the events wanted is cut anew. */
const MAX_EXCESS = 2;

/** The estimate of what is left is raised, so that a page mostly goes beyond the end of its window. */
const MARGIN = 0.1;
const withMargin = (left: number) => (1 + MARGIN) * left + DEFAULT_LIMIT;

/** Gives how many events fit into a page together with their margin. */
export function eventsThatFit(pageLength: number): number {
	return Math.max(1, (pageLength - DEFAULT_LIMIT) / (1 + MARGIN));
}

export interface ReaderOptions {
	readonly order: Order;
	readonly eventsWanted: () => number;
}

/**
 * Reads windows in an order that the service serves. Pages may reach beyond a window, which proves its end. If one
 * holds too much, the rest is put back.
 *
 * @param whole all that is read: there the last window ends
 */
export function orderedReader<Event extends TimedEvent>(
	log: ServedLog<Event>,
	{ order, eventsWanted }: ReaderOptions,
	whole: Window,
): ReadWindow<Event> {
	return async (window, isStopped) => {
		const events: Event[] = [];
		const { from, to } = window;
		let reached = from;
		const left = () => ((to - reached) * events.length) / (reached - from);
		const isLast = to >= whole.to;
		const wanted = () => (isLast || events.length === 0 ? Infinity : withMargin(left()));
		const walk = walkInOrder(log, {
			order,
			window,
			lookaheadTo: whole.to,
			endProof: 'pageBehind',
			wanted,
		});
		for await (const page of walk) {
			for (const event of page.events) events.push(event);
			reached = page.reached;
			const isTooMuch = events.length > MAX_EXCESS * eventsWanted() && reached < to;
			if ((isTooMuch && reached > from) || isStopped()) {
				// The last instant may go on.
				const settled = events.filter((event) => positionOf(event, order) < reached);
				const span = spanOf(settled, order, { from, to: reached - 1 });
				return { events: settled, rest: { from: reached, to }, span };
			}
		}
		return { events, span: spanOf(events, order, window) };
	};
}

export interface ReversedReaderOptions<Event extends TimedEvent> extends ReaderOptions {
	/** The end of what was read before the first window. */
	readonly overlap?: Overlap<Event>;
	readonly endProof: EndProof;
}

/**
 * Reads windows by walking them in the opposite order, which the service serves, and turns them round. A walk ends
 * where it meets the window before it, so that only one window is read at a time.
 */
export function reversedReader<Event extends TimedEvent>(
	log: ServedLog<Event>,
	{ order, eventsWanted, endProof, ...options }: ReversedReaderOptions<Event>,
): ReadWindow<Event> {
	let { overlap } = options;
	return async (window) => {
		const events: Event[] = [];
		const opposite = reversed(window);
		const overlapAtEnd = overlap && { position: -overlap.position, has: overlap.has };
		const walk = walkInOrder(log, {
			...{ order: oppositeOf(order), window: opposite, overlapAtEnd },
			// A page that is cut shorter than before leaves out the oldest, and no poll reads these again.
			endProof: overlapAtEnd === undefined ? 'pageBehind' : endProof,
			lookaheadTo: overlapAtEnd?.position,
		});
		for (;;) {
			const outcome = await toOutcome(walk.next());
			const failure = 'failure' in outcome ? outcome.failure : undefined;
			const isDone = 'value' in outcome && outcome.value.done === true;
			if ('value' in outcome && outcome.value.done !== true) {
				for (const event of outcome.value.value.events) events.push(event);
			}
			const isTooMuch = events.length > MAX_EXCESS * eventsWanted() && window.from < window.to;
			if (isDone) break;
			if (isTooMuch || failure !== undefined) {
				const span = spanOf(events.reverse(), order);
				return { events: [], rest: window, span, failure };
			}
		}
		events.reverse();
		overlap = overlapOf(events, order) ?? overlap;
		return { events, span: spanOf(events, order, window) };
	};
}

/** Reads windows without assuming any order: each has to fit into a page, with nothing behind its last entry. */
export function unorderedReader<Event extends TimedEvent>(
	log: ServedLog<Event>,
	{ order }: Pick<ReaderOptions, 'order'>,
): ReadWindow<Event> {
	let pagesOutside = 0;
	return async (window) => {
		let first = await log.fetch(order, window);
		pagesOutside = first.outside > 0 ? pagesOutside + 1 : 0;
		if (pagesOutside > MAX_PAGES_OUTSIDE && !first.isLast)
			first = await requireFixedPage(log, order, window, first);
		const isInstant = window.from === window.to && !first.isLast;
		const page = isInstant ? await readInstant(log, order, window, first) : first;
		const behind = isInstant || page.isLast ? [] : await eventsBehind(log, order, window, page);
		const events = new EventSet([...page.events, ...(behind ?? [])])
			.values()
			.sort((one, other) => positionOf(one, order) - positionOf(other, order));
		if (behind === undefined) return { events: [], rest: window, span: spanOf(events, order) };
		return { events, span: spanOf(events, order, window) };
	};
}

/**
 * Gives the events from the last entry of a page on, if the page with them is all of the window: it is short, or nothing
 * but its last entry comes again.
 *
 * @returns undefined if more may follow
 */
async function eventsBehind<Event extends TimedEvent>(
	log: ServedLog<Event>,
	order: Order,
	window: Window,
	{ events, entries, malformedIds, isShort, outside }: Page<Event>,
): Promise<readonly Event[] | undefined> {
	if (outside > 0) return undefined;
	const options = { skip: entries - 1, limit: DEFAULT_LIMIT, mayBeEmpty: isShort };
	const givenAtMs = log.times.presentMs;
	const behind = await log.fetchUnlessRefused(order, window, options);
	if (behind === undefined) return undefined;
	const known = new EventSet(events);
	const isOwn =
		behind.events.slice(0, 1).some(known.has) ||
		behind.malformedIds.slice(0, 1).some((id) => malformedIds.includes(id));
	if (!isOwn) return undefined;
	// A page of events that were there already: the service has come to cut its pages shorter.
	const wasThere = (event: Event) => known.has(event) || event.createdAtMs <= givenAtMs;
	const wasCut = !behind.isLast && behind.events.every(wasThere);
	if (isShort && wasCut) log.forgetLongestPage();
	return (isShort && !wasCut) || behind.entries === 1 ? behind.events : undefined;
}

function overlapOf<Event extends TimedEvent>(
	events: readonly Event[],
	order: Order,
): Overlap<Event> | undefined {
	const last = events[events.length - 1];
	if (last === undefined) return undefined;
	const position = positionOf(last, order);
	const atEnd = events.filter((event) => positionOf(event, order) === position);
	return { position, has: new EventSet(atEnd).has };
}

/** Gives the window's ends, or the first and last event where an end is open. */
function spanOf<Event extends TimedEvent>(
	events: readonly Event[],
	order: Order,
	{ from, to }: Window = { from: -Infinity, to: Infinity },
): EventSpan {
	const [first, last] = [events[0], events[events.length - 1]];
	const firstAt = first === undefined ? 0 : positionOf(first, order);
	const lastAt = last === undefined ? 0 : positionOf(last, order);
	return {
		count: events.length,
		from: Number.isFinite(from) ? from : firstAt,
		to: Number.isFinite(to) ? to : lastAt,
	};
}
