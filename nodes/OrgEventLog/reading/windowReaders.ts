import { MIN_PAGE_LENGTH, type Order } from '../api/page';
import { outcomesOf } from '../errors/failure';
import type { TimedEvent } from '../events/event';
import { EventSet } from './eventSet';
import { confirmQueryIgnored, readInstant } from './instant';
import { MAX_PAGES_OUTSIDE, type WalkOptions, walkInOrder } from './orderedWalk';
import { type Window, lastPositionOf, oppositeOf, positionOf, reverseWindow } from './positions';
import type { ServiceLog } from './serviceLog';
import type { PageResult } from './pageResult';
import type { EventSpan, WindowReader } from './windows';

/** A window that holds more than so many times the events wanted is cut anew. */
const MAX_EXCESS = 2;

/** The estimate of what is left is raised, so that a page mostly goes beyond the end of its window. */
const MARGIN = 0.1;

/** Gives how many events a window may hold so that one page reaches beyond its end, which takes a margin. */
export function fittingCountOf(fullPageLength: number): number {
	return Math.max(1, (fullPageLength - MIN_PAGE_LENGTH) / (1 + MARGIN));
}

/**
 * Creates the reader for an order that the service serves. Pages may reach beyond a window, which proves its end. A
 * window that holds too much is given in part, with its rest.
 *
 * @param rangeTo is the end of the whole range that the windows are parts of
 */
export function createOrderedReader<Event extends TimedEvent>(
	log: ServiceLog<Event>,
	order: Order,
	targetCountOf: () => number,
	rangeTo: number,
): WindowReader<Event> {
	return async (window, isStopped) => {
		const events: Event[] = [];
		const { from, to } = window;
		let reached = from;
		let isLastPageEstimated = false;
		const countWanted = () => {
			// A window that did not end with the page that was estimated to be its last is crowded: full pages follow.
			if (to >= rangeTo || events.length === 0 || isLastPageEstimated) return Infinity;
			const left = ((to - reached) * events.length) / (reached - from);
			const estimate = (1 + MARGIN) * left + MIN_PAGE_LENGTH;
			isLastPageEstimated = estimate < log.fullPageLength;
			return estimate;
		};
		const proof = { lookaheadTo: rangeTo, endProof: 'pageAfter' } as const;
		for await (const page of walkInOrder(log, { order, window, ...proof, countWanted })) {
			for (const event of page.events) events.push(event);
			reached = page.reached;
			const isTooMuch = events.length > MAX_EXCESS * targetCountOf() && reached < to;
			if ((isTooMuch && reached > from) || isStopped()) {
				// More may follow at the last instant.
				const settled = events.filter((event) => positionOf(event, order) < reached);
				const span = spanOf(settled, order, { from, to: reached - 1 });
				return { events: settled, rest: { from: reached, to }, span };
			}
		}
		return { events, span: spanOf(events, order, window) };
	};
}

/**
 * Creates the reader for an order whose opposite the service serves: it turns each window round. A window that holds too
 * much, or fails, is left as a whole, because its beginning comes last.
 */
export function createReversedReader<Event extends TimedEvent>(
	log: ServiceLog<Event>,
	order: Order,
	targetCountOf: () => number,
	options: Pick<WalkOptions<Event>, 'seenTo' | 'endProof'>,
): WindowReader<Event> {
	const { endProof } = options;
	let { seenTo } = options;
	return async (window) => {
		const events: Event[] = [];
		const walk = walkInOrder(log, {
			...{ order: oppositeOf(order), window: reverseWindow(window) },
			// If nothing was seen before, even a poll has to prove the end: no later one asks for what is left out.
			...(seenTo === undefined
				? { endProof: 'pageAfter' }
				: { endProof, seenTo: -seenTo, lookaheadTo: -seenTo }),
		});
		for await (const outcome of outcomesOf(walk)) {
			const failure = 'failure' in outcome ? outcome.failure : undefined;
			if ('value' in outcome) for (const event of outcome.value.events) events.push(event);
			const isTooMuch = events.length > MAX_EXCESS * targetCountOf() && window.from < window.to;
			if (isTooMuch || failure !== undefined)
				return { events: [], rest: window, span: spanOf(events.reverse(), order), failure };
		}
		events.reverse();
		seenTo = lastPositionOf(events, order) ?? seenTo;
		return { events, span: spanOf(events, order, window) };
	};
}

/** Creates the reader for a service without any order: a window has to fit into a page, or nearly so. */
export function createUnorderedReader<Event extends TimedEvent>(
	log: ServiceLog<Event>,
	order: Order,
): WindowReader<Event> {
	let pagesWithOutsideEvents = 0;
	return async (window) => {
		let first = await log.fetch(order, window);
		pagesWithOutsideEvents = first.outsideCount > 0 ? pagesWithOutsideEvents + 1 : 0;
		if (pagesWithOutsideEvents > MAX_PAGES_OUTSIDE && !first.isLast)
			first = await confirmQueryIgnored(log, order, window, first);
		const isInstant = window.from === window.to && !first.isLast;
		const page = isInstant ? await readInstant(log, order, window, first) : first;
		const after = isInstant || page.isLast ? [] : await fetchEventsAfter(log, order, window, page);
		const events = new EventSet([...page.events, ...(after ?? [])])
			.values()
			.sort((one, other) => positionOf(one, order) - positionOf(other, order));
		if (after === undefined) return { events: [], rest: window, span: spanOf(events, order) };
		return { events, span: spanOf(events, order, window) };
	};
}

/**
 * Asks for what follows a page, from the page's last entry on, which has to come again. Gives undefined if something
 * follows that was not logged since the page came: then the page is not all of the window.
 */
async function fetchEventsAfter<Event extends TimedEvent>(
	log: ServiceLog<Event>,
	order: Order,
	window: Window,
	page: PageResult<Event>,
): Promise<readonly Event[] | undefined> {
	const { events, entryCount, outsideCount } = page;
	if (outsideCount > 0) return undefined;
	const { has } = new EventSet(events);
	const answeredAtMs = log.fasterClockMs;
	const options = { skip: entryCount - 1, limit: MIN_PAGE_LENGTH, mayBeEmpty: true };
	const after = await log.fetchUnlessRefused(order, window, options);
	if (after === undefined) return undefined;
	// More than one comes again if the service ignores `skip`, or gives equal times in another order.
	const isMalformedAgain = (id: string) => page.malformedIds.includes(id);
	const again =
		after.events.filter(has).length + after.malformedIds.filter(isMalformedAgain).length;
	if (again !== 1) return undefined;
	const isGrowth = (event: Event) => has(event) || event.createdAtMs > answeredAtMs;
	const isWhole = after.isLast || (log.isShort(page) && after.events.every(isGrowth));
	return isWhole ? after.events : undefined;
}

/** Gives the positions that a window covers, at an open end that of its outermost event, and the count of its events. */
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
