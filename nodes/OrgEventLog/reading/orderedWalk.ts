import type { Order } from '../api/page';
import { EventLogFailure } from '../errors/failure';
import type { TimedEvent } from '../events/event';
import { EventSet } from './eventSet';
import { readInstant } from './instant';
import type { PageResult, PageOptions } from './pageResult';
import { type Window, lastPositionOf, positionOf, timeOf } from './positions';
import type { ServiceLog } from './serviceLog';
import { WalkEnd } from './walkEnd';

/** It holds the events of one position that were read before. A page that reaches so far shows at least one again. */
export interface Overlap<Event extends TimedEvent> {
	readonly position: number;
	readonly has: (event: Event) => boolean;
}

/**
 * A short page ends a poll's walk, because the next poll reads on. A range that has to be complete also asks for the
 * page behind a short one, and ends with that: a log that grows is not followed.
 */
export type EndProof = 'shortPage' | 'pageAfter';

export interface WalkOptions<Event extends TimedEvent> {
	readonly order: Order;
	readonly window: Window;
	/** Pages may reach beyond the window up to this position; an event there ends the walk, and is not given. */
	readonly lookaheadTo?: number;
	/** The walk's first page has to show this overlap. */
	readonly overlap?: Overlap<Event>;
	/** An earlier read has seen something here, so a short page that does not reach this position is not the last. */
	readonly seenTo?: number;
	readonly endProof: EndProof;
	/** An empty page is no surprise, because the next poll reads on. */
	readonly mayBeEmpty?: boolean;
	/** Gives how many events a page asks for at most, beside its overlap. */
	readonly countWanted?: () => number;
}

export interface WalkedPage<Event extends TimedEvent> {
	/** Events that were given before are left out; the others come in the order of the walk. */
	readonly events: readonly Event[];
	/** Everything before this position is read, but more may follow at its instant. */
	readonly reached: number;
	readonly isEnd: boolean;
}

/**
 * Three causes can each give one page that lies outside the window, or partly: a bound that was left out, an inclusive `after`
 * and an inclusive `before`. The next request then has a narrower bound. A page of malformed records alone counts, too.
 */
export const MAX_PAGES_OUTSIDE = 3;

interface WalkProgress<Event extends TimedEvent> {
	readonly from: number;
	/** These events at `from` were given with the page before. */
	readonly overlapSet: EventSet<Event>;
	/** So many pages in a row had nothing of the window. */
	readonly pagesWithoutEvents: number;
}

/**
 * Reads a window by continuity, in an order that the service serves: each page begins with the last instant of the
 * page before it. So it has everything up to its own last event, and needs no other proof.
 *
 * @throws EventLogFailure if a page is in another order, or lacks what it has to begin with
 */
export async function* walkInOrder<Event extends TimedEvent>(
	log: ServiceLog<Event>,
	options: WalkOptions<Event>,
): AsyncGenerator<WalkedPage<Event>, void> {
	const { order, window } = options;
	const walkEnd = new WalkEnd(log, options);
	const { from } = window;
	let progress: WalkProgress<Event> = { from, overlapSet: new EventSet(), pagesWithoutEvents: 0 };
	for (;;) {
		const page = await fetchNext(log, options, progress, walkEnd);
		const { events } = page;
		const last = lastPositionOf(events, order) ?? progress.from;
		const isWithoutEvents = events.length === 0 && page.entryCount > 0;
		const pagesWithoutEvents = isWithoutEvents ? progress.pagesWithoutEvents + 1 : 0;
		if (pagesWithoutEvents > MAX_PAGES_OUTSIDE)
			throw new EventLogFailure('contradictoryAnswer', { atMs: timeOf(progress.from, order) });
		const { overlapSet } = progress;
		// This runs for every event, so only those of the seam are looked up.
		const isNew = (event: Event) => {
			const position = positionOf(event, order);
			return position <= window.to && !(position === progress.from && overlapSet.has(event));
		};
		const walked = { events: events.filter(isNew), reached: last };
		const hasAdvanced = last !== progress.from;
		const isEnd = walkEnd.takePage(page, walked, hasAdvanced);
		yield { ...walked, isEnd };
		if (isEnd) return;
		const atLast = events.filter((event) => positionOf(event, order) === last);
		progress = {
			from: last,
			overlapSet: new EventSet(hasAdvanced ? atLast : [...overlapSet.values(), ...atLast]),
			pagesWithoutEvents,
		};
	}
}

/** Fetches the next page, or all of the instant that fills it. */
async function fetchNext<Event extends TimedEvent>(
	log: ServiceLog<Event>,
	options: WalkOptions<Event>,
	{ from, overlapSet, pagesWithoutEvents }: WalkProgress<Event>,
	walkEnd: WalkEnd<Event>,
): Promise<PageResult<Event>> {
	const { order, window, lookaheadTo = window.to, countWanted } = options;
	const asked = { from, to: Math.max(window.to, lookaheadTo) };
	const overlap = overlapSet.size > 0 ? { position: from, has: overlapSet.has } : options.overlap;
	const count = Math.max(1, Math.ceil(countWanted?.() ?? Infinity)) + overlapSet.size;
	const page = await fetchWithOverlap(log, order, asked, overlap, {
		// After a page without events there is no limit, or the same malformed records could be all that ever comes.
		limit: pagesWithoutEvents > 0 || count === Infinity ? undefined : count,
		mayBeEmpty: walkEnd.isAfterShortPage || options.mayBeEmpty === true,
	});
	const isStuck = lastPositionOf(page.events, order) === from;
	return isStuck && !walkEnd.mayEndWith(page) ? await readInstant(log, order, asked, page) : page;
}

/**
 * Fetches a page that begins with its overlap. If it lacks that, the instant is asked for alone: if it is gone, the log
 * has dropped it, and the page counts; if it is there, the page was wrong, and is asked for again.
 */
async function fetchWithOverlap<Event extends TimedEvent>(
	log: ServiceLog<Event>,
	order: Order,
	asked: Window,
	overlap: Overlap<Event> | undefined,
	options: PageOptions,
): Promise<PageResult<Event>> {
	const page = requireOrder(await log.fetch(order, asked, options), order);
	if (overlap === undefined || agreesWithOverlap(page, overlap, order)) return page;
	const { position, has } = overlap;
	// The log may have dropped the instant, so an empty answer is taken as it is.
	const alone = await log.fetch(order, { from: position, to: position }, { mayBeEmpty: true });
	if (!alone.events.some(has)) return page;
	const again = requireOrder(await log.fetch(order, asked, options), order);
	if (agreesWithOverlap(again, overlap, order)) return again;
	throw new EventLogFailure('contradictoryAnswer', { atMs: timeOf(position, order) });
}

/** Gives true if the page shows the overlap, or is cut before the end of its instant and need not show it. */
function agreesWithOverlap<Event extends TimedEvent>(
	{ events, isLast }: PageResult<Event>,
	{ position, has }: Overlap<Event>,
	order: Order,
): boolean {
	const last = lastPositionOf(events, order) ?? -Infinity;
	return (last <= position && !isLast) || events.some(has);
}

/** @throws EventLogFailure if the page is in another order than the service has shown before */
function requireOrder<Event extends TimedEvent>(
	page: PageResult<Event>,
	order: Order,
): PageResult<Event> {
	const firstWrong = page.events.find((event, index) => {
		const before = page.events[index - 1] ?? event;
		return positionOf(event, order) < positionOf(before, order);
	});
	if (firstWrong === undefined) return page;
	throw new EventLogFailure('otherOrder', { atMs: firstWrong.createdAtMs });
}
