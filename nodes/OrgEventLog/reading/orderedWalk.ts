import type { Order } from '../api/page';
import { EventLogFailure } from '../errors/failure';
import type { TimedEvent } from '../events/event';
import { readInstant } from './instant';
import { EventSet } from './eventSet';
import { type Window, positionOf, timeAt } from './positions';
import type { Page, PageOptions } from './page';
import type { ServedLog } from './servedLog';
import { WalkEnd } from './walkEnd';

/** Events of one position that were read before: the next page has to show at least one of them again. */
export interface Overlap<Event extends TimedEvent> {
	readonly position: number;
	readonly has: (event: Event) => boolean;
}

/**
 * A short page ends a poll's walk, because the next poll reads on. A range that has to be complete also asks for the
 * page behind a short one, and ends with that.
 */
export type EndProof = 'shortPage' | 'pageBehind';

export interface WalkOptions<Event extends TimedEvent> {
	readonly order: Order;
	readonly window: Window;
	/** Pages may reach beyond the window up to this position; an event there ends the walk, and is not handed over. */
	readonly lookaheadTo?: number;
	/** The first page has to show one of these, if it reaches so far. */
	readonly overlapAtStart?: Overlap<Event>;
	/** The last page has to show one of these, if the log has kept them; beyond the window they prove its end. */
	readonly overlapAtEnd?: Overlap<Event>;
	readonly endProof: EndProof;
	/** An empty page is no surprise, because the next poll reads on. */
	readonly mayBeEmpty?: boolean;
	/** Says how many events a page asks for at most, beside its overlap. */
	readonly wanted?: () => number;
}

export interface WalkedPage<Event extends TimedEvent> {
	/** In the order of the walk, without those that were handed over before. */
	readonly events: readonly Event[];
	/** All before this position is read; the instant there may go on. */
	readonly reached: number;
	readonly isEnd: boolean;
}

/**
 * A page may have nothing of the window up to three times: when a bound was left out, and when either bound includes
 * its own instant. Each time the next request has a narrower bound.
 */
export const MAX_PAGES_OUTSIDE = 3;

/**
 * Reads a window by continuity, in an order that the service serves: each page begins with the last instant of the
 * page before it, so it has everything up to its own last event, and nothing is asked for twice.
 *
 * @throws EventLogFailure where pages don't come in order, or lack what they have to begin with
 */
export async function* walkInOrder<Event extends TimedEvent>(
	log: ServedLog<Event>,
	options: WalkOptions<Event>,
): AsyncGenerator<WalkedPage<Event>, void> {
	const { order, window } = options;
	const walkEnd = new WalkEnd(log, options);
	let handedOver = new EventSet<Event>();
	let { from } = window;
	let pagesOutside = 0;
	for (;;) {
		const place = { from, handedOver, isBehindPageOutside: pagesOutside > 0 };
		const page = await fetchNext(log, options, place, walkEnd);
		const { positions } = page;
		const last = positions[positions.length - 1] ?? from;
		pagesOutside = positions.length === 0 && page.entries > 0 ? pagesOutside + 1 : 0;
		if (pagesOutside > MAX_PAGES_OUTSIDE) {
			throw new EventLogFailure('contradictoryAnswer', { atMs: timeAt(from, order) });
		}
		const notHandedOver = page.events.filter(
			(event, index) => (positions[index] ?? NaN) <= window.to && !handedOver.has(event),
		);
		const isEnd = walkEnd.takePage(page, notHandedOver, last !== from) || last > window.to;
		yield { events: notHandedOver, reached: last, isEnd };
		if (isEnd) return;
		if (last !== from) handedOver = new EventSet();
		page.events.forEach((event, index) => positions[index] === last && handedOver.add(event));
		from = last;
	}
}

/** The end of what a walk has read. */
interface Place<Event extends TimedEvent> {
	readonly from: number;
	/** The events at `from` that the page before has shown. */
	readonly handedOver: EventSet<Event>;
	/** True if the page before had only events outside the window, or malformed records. */
	readonly isBehindPageOutside: boolean;
}

/** Fetches the next page, or all of the instant that it can't get over. */
async function fetchNext<Event extends TimedEvent>(
	log: ServedLog<Event>,
	options: WalkOptions<Event>,
	{ from, handedOver, isBehindPageOutside }: Place<Event>,
	walkEnd: WalkEnd<Event>,
): Promise<Page<Event>> {
	const { order, window, overlapAtStart, lookaheadTo = window.to } = options;
	const asked = { from, to: Math.max(window.to, lookaheadTo) };
	const overlap = handedOver.size > 0 ? { position: from, has: handedOver.has } : overlapAtStart;
	const page = await fetchJoined(log, order, asked, overlap, {
		// With a limit, a few malformed records would be all that comes, again and again.
		limit: isBehindPageOutside ? undefined : limitFor(options, handedOver.size),
		mayBeEmpty: walkEnd.isBehindShort || options.mayBeEmpty === true,
	});
	const isCut = !walkEnd.isTakenForLast(page) && isStuckAt(page, from);
	return isCut ? await readInstant(log, order, asked, page) : page;
}

function limitFor<Event extends TimedEvent>(
	{ wanted }: WalkOptions<Event>,
	overlapEntries: number,
): number | undefined {
	const count = wanted?.() ?? Infinity;
	return Number.isFinite(count) ? Math.max(1, Math.ceil(count)) + overlapEntries : undefined;
}

/** True if a page makes no progress by time, so that the instant has to be read with `skip`. */
function isStuckAt<Event extends TimedEvent>(
	{ positions, isLast }: Page<Event>,
	from: number,
): boolean {
	return !isLast && positions.length > 0 && positions.every((position) => position <= from);
}

/**
 * Fetches a page that begins with its overlap. If it lacks that, the instant is asked for alone: if it is
 * gone, the log has dropped it, and the page counts; if it is there, the page was cut before it, or it was wrong, and
 * is asked for again.
 */
async function fetchJoined<Event extends TimedEvent>(
	log: ServedLog<Event>,
	order: Order,
	asked: Window,
	overlap: Overlap<Event> | undefined,
	options: PageOptions,
): Promise<Page<Event>> {
	const page = requireOrder(await log.fetch(order, asked, options), order);
	if (overlap === undefined || isJoinedTo(page, overlap)) return page;
	const { position } = overlap;
	log.forgetBounds();
	const alone = await log.fetch(order, { from: position, to: position });
	if (!alone.events.some((event) => overlap.has(event))) return page;
	const last = page.positions[page.positions.length - 1] ?? Infinity;
	if (last <= position && !page.isLast) {
		// The overlap stands behind it, so the service has come to cut its pages shorter.
		log.forgetLongestPage();
		return { ...page, isShort: false };
	}
	const again = requireOrder(await log.fetch(order, asked, options), order);
	if (isJoinedTo(again, overlap)) return again;
	throw new EventLogFailure('contradictoryAnswer', { atMs: timeAt(position, order) });
}

/** A page that is cut within the instant need not show the overlap. */
function isJoinedTo<Event extends TimedEvent>(
	{ events, positions, isShort, isLast }: Page<Event>,
	overlap: Overlap<Event>,
): boolean {
	const last = positions[positions.length - 1] ?? -Infinity;
	if (last <= overlap.position && !isShort && !isLast) return true;
	return events.some((event) => overlap.has(event));
}

/** @throws EventLogFailure where the page is in another order than the service has shown before */
function requireOrder<Event extends TimedEvent>(page: Page<Event>, order: Order): Page<Event> {
	const { events, positions } = page;
	const firstWrong = events.find(
		(event, index) => positionOf(event, order) < (positions[index - 1] ?? -Infinity),
	);
	if (firstWrong === undefined) return page;
	throw new EventLogFailure('otherOrder', { atMs: firstWrong.createdAtMs });
}
