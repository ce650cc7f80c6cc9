import type { Order, TimeRange } from '../api/page';
import type { TimedEvent } from '../events/event';
import { EventSet } from './eventSet';
import { type WalkedPage, walkInOrder } from './orderedWalk';
import type { Window } from './positions';
import { lastPositionOf, oppositeOf, positionOf, reverseWindow, windowOf } from './positions';
import type { ServiceLog } from './serviceLog';
import { fittingCountOf, createOrderedReader } from './windowReaders';
import { EVENTS_PER_WINDOW, type WindowPlanOptions, readWindows } from './windows';

/** Only a range that goes on behind so many pages is worth a plan. */
const FIRST_PAGES = 2;

/** Reads a range in an order that the service serves, in parallel windows. @throws EventLogFailure */
export async function* readInParallel<Event extends TimedEvent>(
	log: ServiceLog<Event>,
	range: TimeRange,
	order: Order,
	maxParallelWindows: number,
): AsyncGenerator<{ readonly events: readonly Event[] }, void> {
	const window = windowOf(range, order);
	const walk = walkInOrder(log, { order, window, endProof: 'pageAfter' });
	const firstPages: Array<WalkedPage<Event>> = [];
	for (let page = 0; page < FIRST_PAGES; page += 1) {
		const { done, value } = await walk.next();
		if (done === true) return;
		firstPages.push(value);
		yield value;
		if (value.isEnd) return;
	}
	const options = await planParallel(log, order, window, firstPages);
	if (options === undefined) {
		yield* walk;
		return;
	}
	const { from } = options.range;
	const isAtSeam = (event: Event) => positionOf(event, order) === from;
	const overlapEvents = new EventSet(firstPages.flatMap(({ events }) => events.filter(isAtSeam)));
	const reader = createOrderedReader<Event>(log, order, options.targetCountOf, window.to);
	for await (const { events } of readWindows({ ...options, maxParallelWindows }, reader)) {
		yield { events: events.filter((event) => !(isAtSeam(event) && overlapEvents.has(event))) };
	}
}

/** Plans windows of about equal numbers of events; gives undefined if little is left, or nothing tells how much. */
async function planParallel<Event extends TimedEvent>(
	log: ServiceLog<Event>,
	order: Order,
	window: Window,
	pages: ReadonlyArray<WalkedPage<Event>>,
): Promise<WindowPlanOptions | undefined> {
	if (!(await log.isServed(oppositeOf(order)))) return undefined;
	const positions = pages.flatMap(({ events }) => events.map((event) => positionOf(event, order)));
	const [first = NaN] = positions;
	const reached = pages[pages.length - 1]?.reached ?? NaN;
	const lastOfRange = await log.fetch(oppositeOf(order), reverseWindow(window), { limit: 1 });
	const farthest = -(lastPositionOf(lastOfRange.events, oppositeOf(order)) ?? -reached);
	// If the first pages lie in one instant, they count as a millisecond wide: no width gives no density.
	const widthMs = Math.max(1, reached - first);
	const eventsLeft = (positions.length / widthMs) * (farthest - reached);
	const targetCountOf = () => targetCountOfWholePages(log.fullPageLength);
	const windowCount = eventsLeft / targetCountOf();
	if (!(Math.round(windowCount) > 1)) return undefined;
	return {
		range: { from: reached, to: window.to },
		width: Math.max(1, (farthest - reached) / Math.ceil(windowCount)),
		...{ targetCountOf, estimateEnd: () => farthest },
	};
}

/** Gives how many events to plan for a window of full pages and a last page, which reaches beyond its end. */
function targetCountOfWholePages(fullPageLength: number): number {
	const fullPages = Math.max(0, Math.floor(EVENTS_PER_WINDOW / fullPageLength) - 1);
	return fullPages * fullPageLength + fittingCountOf(fullPageLength);
}
