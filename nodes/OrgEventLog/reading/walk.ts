import type { TimedEvent } from '../events/event';
import type { LogSource, Order, TimeRange } from '../api/page';
import { EventLogFailure } from '../errors/failure';
import { readInstant } from './instantReader';
import { type UnreadWindow, type Window, holds, windowOfRange, withinCalendar } from './window';
import { type PageExtent, type WindowPage, provenPage, readPage } from './windowPage';
import { type ServiceTraits, WindowRequests } from './windowRequests';

/** Far more than it takes to halve all of time until a window fits into a page. */
const MAX_WINDOWS_WITHOUT_EVENTS = 300;

/** Pages read against the wanted order before the rest of the window is cut in two. */
const MAX_PAGES_HELD = 3;

/** No single answer ends anything. */
const ANSWERS_THAT_TELL_END = 2;

/** Asked for one by one, the events of a feed that gives its newest first cost requests for each of its log. */
const FEWEST_TO_ASK_FOR = 10;

/** Of the page size: less saves nothing, and what is expected may be wrong. */
const LEAST_SHARE = 1 / 5;

/**
 * Who reads again asks for the end of the log after so many short pages in a row: the second one has what was logged
 * behind the first one meanwhile.
 */
const SHORT_PAGES_OF_WHO_READS_AGAIN = 2;

/** A window this many times as long as its far page is taken to be empty for the most part. */
const MOSTLY_EMPTY = 2 ** 12;

/** Which part of the log is read, in which order. */
export interface WalkOptions {
	readonly order: Order;
	readonly range: TimeRange;
	/** How many events will be taken at most, so that no more is asked for. */
	readonly wanted?: number;
	/** Shared with other walks over the same log. */
	readonly traits?: ServiceTraits;
	readonly readAgain?: ReadAgain;
}

/** Of a caller who reads again before long, and so leaves to the next time what is logged meanwhile. */
export interface ReadAgain {
	/** How long pages are known to get: a shorter one ends where the log does. */
	readonly pageCap: number;
	/** Whether what has that time was logged after reading had begun; epoch milliseconds. */
	readonly isLoggedSince: (atMs: number) => boolean;
}

/** What is still to do, nearest last: events read ahead, and windows not read yet. */
export type Pending<Event> = readonly Event[] | UnreadWindow;

function isRead<Event>(pending: Pending<Event>): pending is readonly Event[] {
	return Array.isArray(pending);
}

/**
 * Hands over every event of the range exactly once, in the requested order, in batches as soon as they
 * are certain. With `wanted` it ends once that many are handed over (the last batch may hold more). It
 * advances by time and trusts no order, maximum `limit` or bound: each page has to prove which part of
 * its window it covers. The cost grows linearly with the events. A service whose pages come from the
 * other end costs a logarithm of the range more.
 *
 * @throws EventLogFailure: then what came is not everything
 */
export function walkEvents<Event extends TimedEvent>(
	source: LogSource<Event>,
	{ order, range, wanted, traits, readAgain }: WalkOptions,
): AsyncIterableIterator<readonly Event[]> {
	const requests = new WindowRequests(source.fetchPage, order, traits);
	return new Walk({ ...source, requests, readAgain }, [windowOfRange(range, order)], wanted);
}

/** Where windows are read from, and how. */
export interface WindowSource<Event extends TimedEvent> extends Pick<
	LogSource<Event>,
	'pageSize' | 'orderIsReliable'
> {
	readonly requests: WindowRequests<Event>;
	/** Whether the last event of all windows was seen; else a log that grows may go on behind it. */
	readonly endIsSeen?: boolean;
	readonly readAgain?: ReadAgain;
}

/**
 * Not a generator: its frame would hold the last batch until the next page comes, and V8 then moves that
 * batch to its old generation.
 */
export class Walk<Event extends TimedEvent> implements AsyncIterableIterator<readonly Event[]> {
	private readonly pending: Array<Pending<Event>>;
	private windowsWithoutEvents = 0;
	/** How many of the last pages gave less than half of what was asked for. */
	private shortPages = 0;
	/** Whether the last page ended where the log did. */
	private isPageUncut = false;
	/** Where the log ended when that was last asked for. */
	private end = -Infinity;
	private answersOfEnd = 0;

	/** @param pending what is to be handed over and read, nearest last */
	constructor(
		private readonly source: WindowSource<Event>,
		pending: ReadonlyArray<Pending<Event>>,
		private missing = Infinity,
	) {
		this.pending = [...pending];
	}

	[Symbol.asyncIterator](): this {
		return this;
	}

	/** @param expected about how many events are wanted of the next page; any number unless given */
	async next(expected = Infinity): Promise<IteratorResult<readonly Event[], undefined>> {
		while (this.missing > 0) {
			const next = this.pending.pop();
			if (next === undefined) break;
			if (!isRead(next)) {
				await this.readPageOf(next, expected);
			} else if (next.length > 0) {
				// Between events that were read ahead there may be any number of empty windows.
				this.windowsWithoutEvents = 0;
				this.missing -= next.length;
				return { done: false, value: next };
			}
		}
		return { done: true, value: undefined };
	}

	/**
	 * Whether a window, oldest first, lies behind all that was in the log when its end was asked for: a log
	 * that grows is not followed.
	 */
	private async isLoggedMeanwhile(window: Window): Promise<boolean> {
		const { requests, endIsSeen = false } = this.source;
		const [farthest = window] = this.pending;
		if (requests.order === 'DESC' || endIsSeen || isRead(farthest)) return false;
		if (window.from <= this.end) return false;
		if (this.answersOfEnd === ANSWERS_THAT_TELL_END) return true;
		this.answersOfEnd += 1;
		this.end = await lastPositionIn(this.source, { from: window.from, to: farthest.to });
		return false;
	}

	/** Whether all is read that was in the log when reading began: behind it stands only what came since. */
	private isLeftToNextTime({ from }: Window): boolean {
		const { requests, readAgain } = this.source;
		if (readAgain === undefined || !this.isPageUncut || this.pending.length > 0) return false;
		return readAgain.isLoggedSince(requests.timeAt(from));
	}

	private async readPageOf(window: UnreadWindow, expected: number): Promise<void> {
		if (window.from > window.to || this.isLeftToNextTime(window)) return;
		const followed = this.source.readAgain === undefined ? 1 : SHORT_PAGES_OF_WHO_READS_AGAIN;
		if (this.shortPages >= followed && (await this.isLoggedMeanwhile(window))) return;
		const { parts, isShort, isUncut } = await readOn(this.source, window, this.missing, expected);
		this.pending.push(...parts);
		this.isPageUncut = isUncut;
		const events = parts.reduce((sum, part) => sum + (isRead(part) ? part.length : 0), 0);
		this.shortPages = isShort ? this.shortPages + 1 : 0;
		this.windowsWithoutEvents = events > 0 ? 0 : this.windowsWithoutEvents + 1;
		if (this.windowsWithoutEvents > MAX_WINDOWS_WITHOUT_EVENTS) {
			const atMs = this.source.requests.timeAt(window.from);
			throw new EventLogFailure('noProgress', { atMs });
		}
	}
}

/** Where the last event of a window stands; where the window begins if it has none. */
async function lastPositionIn<Event extends TimedEvent>(
	source: WindowSource<Event>,
	{ from, to }: Window,
): Promise<number> {
	const requests = source.requests.opposite();
	const opposite = new Walk({ ...source, requests, orderIsReliable: false }, [
		{ from: -to, to: -from },
	]);
	const { value: events = [] } = await opposite.next();
	return events.reduce((last, event) => Math.max(last, source.requests.positionOf(event)), from);
}

/**
 * What the next page gives of a window, and what is left of that window, nearest last. It is a separate
 * function, so that nothing holds the page while the next ones are on their way, which may take long.
 */
async function readOn<Event extends TimedEvent>(
	source: WindowSource<Event>,
	window: UnreadWindow,
	missing: number,
	expected: number,
) {
	const { requests, pageSize, readAgain } = source;
	const fewest = isNewestOfList(source) ? missing : Math.max(missing, FEWEST_TO_ASK_FOR);
	// Pages that come from the far end show what is wanted last.
	const atLeast = window.pagesHeld === undefined ? fewest : pageSize;
	const wanted = Math.min(atLeast, Math.max(expected, pageSize * LEAST_SHARE));
	const limit = Math.min(pageSize, Math.ceil(wanted) + (window.beginsWith?.size ?? 0));
	const received = await readPage(requests, window, limit, pageSize);
	const { page, extent } = await provenPage(received, source);
	const parts = await partsOf(source, page, extent, missing);
	const longestPage = Math.max(readAgain?.pageCap ?? 0, requests.traits.longestPage);
	const isUncut = extent === 'near' && page.length < Math.min(page.limit, longestPage);
	return { parts, isShort: page.events.length < page.limit / 2, isUncut };
}

/** Newest first is what List gives also where it ignores the order: the first events need not show one. */
function isNewestOfList<Event extends TimedEvent>(source: WindowSource<Event>): boolean {
	return source.orderIsReliable && source.requests.order === 'DESC';
}

/** What one page gives of its window and what is left of that, nearest last. @throws EventLogFailure */
export async function partsOf<Event extends TimedEvent>(
	source: WindowSource<Event>,
	page: WindowPage<Event>,
	extent: PageExtent,
	missing = Infinity,
): Promise<Array<Pending<Event>>> {
	const { requests } = source;
	const { window, last } = page;
	const { from, to, beginsWith, endsWith, pagesHeld } = window;
	// Where it holds nothing but odd entries, its window is one instant.
	const first = page.events.length > 0 ? page.first : from;
	const fresh = withoutKnown(requests, window, page.events);
	if (typeof extent === 'object') return cutBefore(window, extent.behindOdd);
	switch (extent) {
		case 'whole':
			return [fresh];
		case 'near':
			return [{ from: last, to, beginsWith: page.idsAt(last), endsWith }, fresh];
		case 'far': {
			const certain = fresh.filter((event) => requests.positionOf(event) > first);
			const rest = { from, to: first, beginsWith, endsWith: page.idsAt(first), pagesHeld };
			return [certain, ...leftBeforeFarPage(rest, last - first + 1, requests.order)];
		}
		case 'instant':
		case 'nearInstant': {
			if (isNewestOfList(source) && fresh.length >= missing) return [fresh];
			const events = await readInstant(requests, first, source.pageSize, page.events);
			const isKnownToHold = window.holdsEvents === true || (beginsWith ?? endsWith) !== undefined;
			if (events.length === 0 && isKnownToHold) {
				throw new EventLogFailure('contradictoryAnswer', { atMs: requests.timeAt(first) });
			}
			const above = { from: first + 1, to, endsWith };
			const certain = [above, withoutKnown(requests, window, events)];
			if (extent === 'nearInstant') return certain;
			const below = { from, to: first - 1, beginsWith, pagesHeld };
			return [...certain, ...leftBeforeFarPage(below, 1, requests.order)];
		}
		case 'scattered':
			return cutInTwo(
				{ ...window, holdsEvents: page.events.length > 0 },
				whereToCut(requests, page),
			);
	}
}

/**
 * The rest of a window after a page was read from its far end, nearest last. If the rest is too large to
 * hold back, it is cut in two, and then its nearer part again after each page, so that the first events
 * come soon.
 *
 * @param span how long the page was, milliseconds
 */
function leftBeforeFarPage(rest: UnreadWindow, span: number, order: Order): UnreadWindow[] {
	const pagesHeld = (rest.pagesHeld ?? 0) + 1;
	if (pagesHeld < MAX_PAGES_HELD) return [{ ...rest, pagesHeld }];
	const cut =
		rest.to - rest.from > MOSTLY_EMPTY * span
			? rest.to - Math.ceil(Math.sqrt(span) * Math.sqrt(rest.to - rest.from))
			: middleOf(rest);
	const [farther, nearer] = cutInTwo(rest, withinCalendar(cut, rest, order));
	return [
		{ ...farther, pagesHeld: 0 },
		{ ...nearer, pagesHeld },
	];
}

function middleOf({ from, to }: Window): number {
	return Math.floor(from + (to - from) / 2);
}

/** Between the events of a page that proves nothing, so that either part holds about half of them. */
function whereToCut<Event extends TimedEvent>(
	requests: WindowRequests<Event>,
	{ window, events, last }: WindowPage<Event>,
): number {
	const middle = events[Math.floor((events.length - 1) / 2)];
	if (middle === undefined) return withinCalendar(middleOf(window), window, requests.order);
	return Math.min(requests.positionOf(middle), last - 1);
}

/** Before an event that stands behind odd entries, of which nobody knows the time; an instant by itself. */
function cutBefore(window: UnreadWindow, position: number): UnreadWindow[] {
	const cut = Math.max(window.from, position - 1);
	const parts = cutInTwo({ ...window, holdsEvents: undefined }, cut);
	return parts.map((part) => (holds(part, position) ? { ...part, holdsEvents: true } : part));
}

/** Farther part and nearer part, which ends with `cut`. */
function cutInTwo(
	{ from, to, beginsWith, endsWith, holdsEvents }: UnreadWindow,
	cut: number,
): [UnreadWindow, UnreadWindow] {
	return [
		{ from: cut + 1, to, endsWith, holdsEvents },
		{ from, to: cut, beginsWith, holdsEvents },
	];
}

/** The same id at another time is another entry of the log. */
function withoutKnown<Event extends TimedEvent>(
	requests: WindowRequests<Event>,
	{ from, beginsWith }: UnreadWindow,
	events: readonly Event[],
): readonly Event[] {
	if (beginsWith === undefined) return events;
	return events.filter((event) => !beginsWith.has(event.id) || requests.positionOf(event) !== from);
}
