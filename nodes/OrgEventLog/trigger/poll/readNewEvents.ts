import type { LoggedEvent } from '../../events/event';
import { type FetchPage, type LogSource, entriesIn } from '../../api/page';
import { walkEvents } from '../../reading/walk';
import {
	type Cursor,
	type CursorRules,
	type Owed,
	NOTHING_OWED,
	advanceCursor,
	isNew,
	mayStopAt,
} from '../position/cursor';
import { organizationsOf } from '../position/organizations';
import type { WatchedRequests } from './pollClock';

/** Of the time for reading, for going over the late-event window again. */
const SHARE_FOR_THE_WINDOW = 0.5;

/** Why more may be waiting for the next poll. */
export type Backlog = 'none' | 'maxEvents' | 'time';

export interface NewEvents {
	/** Those that match, oldest first. */
	readonly newEvents: readonly LoggedEvent[];
	/** Those of the last delivery that are delivered once more, oldest first. */
	readonly repeated: readonly LoggedEvent[];
	/** From when on more of it is owed; undefined where it is repeated to its end. */
	readonly owedFromMs: number | undefined;
	/** Where reading began. */
	readonly begunFrom: Cursor;
	readonly cursor: Cursor;
	readonly backlog: Backlog;
	/** `org_id`s of everything read, known events included, as they are remembered. */
	readonly organizations: ReadonlySet<string>;
	/** Whether something consumed before was among it. */
	readonly recognized: boolean;
	/** Whether something was among it that is remembered from now on. */
	readonly reachesBack: boolean;
	/** When the first event is dated that has to wait until then, epoch milliseconds. */
	readonly waitingFromMs?: number;
}

export interface ReadingRules extends CursorRules {
	/** How long reading may take; at least one page is read whatever it says. */
	readonly readingTimeMs: number;
	/** Shorter pages were not cut so far. */
	readonly pageCap: number;
}

/** Why reading ends; where the window takes too long, only with the window. */
type End = Backlog | 'windowTime';

/** Gathers what is new in what a poll reads, section by section of the log. */
class Reading {
	/** The time of the last event read. */
	reachedMs: number;
	/** The floor follows no further than this. */
	maxFloorMs = Infinity;
	/** How many events are consumed, delivered or not. */
	consumedCount = 0;
	private cursor: Cursor;
	private readonly newEvents: LoggedEvent[] = [];
	private readonly repeated: LoggedEvent[] = [];
	private readonly organizations = new Set<string>();
	private recognized = false;
	private waitingFromMs: number | undefined;

	constructor(
		private readonly requests: WatchedRequests,
		private readonly begunFrom: Cursor,
		private readonly rules: ReadingRules,
		private readonly owed: Owed,
	) {
		this.cursor = { ...begunFrom, consumed: begunFrom.consumed.with([], begunFrom.floorMs) };
		this.reachedMs = Math.min(begunFrom.floorMs, owed.fromMs);
	}

	/**
	 * Reads from a time on, until the log ends, the poll is full or there is a reason to end earlier.
	 *
	 * @param endsEarlier asked after each page
	 */
	async readFrom(startMs: number, endsEarlier: () => End | undefined): Promise<End> {
		const { source, traits } = this.requests;
		let end: End | undefined;
		const { pageCap } = this.rules;
		const readAgain = { pageCap, isLoggedSince: (atMs: number) => this.isLoggedSince(atMs) };
		const walk = { order: 'ASC', range: { startMs }, traits, readAgain } as const;
		for await (const events of walkEvents(source, walk)) {
			// The instant that could not be parted has ended.
			if (end !== undefined && (events[0]?.createdAtMs ?? 0) > this.reachedMs) return end;
			end = this.take(events);
			if (end !== undefined) return end;
			end = this.places <= 0 ? 'maxEvents' : endsEarlier();
			if (end !== undefined && mayStopAt(this.cursor, this.reachedMs, this.owed)) return end;
		}
		return 'none';
	}

	result(end: End): NewEvents {
		const { newEvents, repeated, begunFrom, cursor, organizations, recognized } = this;
		const { owed, waitingFromMs } = this;
		const backlog = end === 'windowTime' ? 'time' : end;
		const endedMs = waitingFromMs ?? (backlog === 'none' ? Infinity : this.reachedMs + 1);
		return {
			...{ newEvents, repeated, begunFrom, cursor, backlog, organizations, recognized },
			reachesBack: recognized || this.consumedCount > 0,
			waitingFromMs,
			owedFromMs: endedMs < owed.endMs ? endedMs : undefined,
		};
	}

	/** Whether what has that time came after the poll had begun, by both clocks; not if it is of the future. */
	private isLoggedSince(atMs: number): boolean {
		const { latestMs, elapsedMs } = this.requests.clock();
		const isSince = atMs > latestMs && atMs <= latestMs + elapsedMs;
		return isSince && mayStopAt(this.cursor, atMs, this.owed);
	}

	/** How many events the poll may still hold. */
	private get places(): number {
		return this.rules.maxEvents - this.newEvents.length - this.repeated.length;
	}

	/**
	 * @param events the next ones of the log, oldest first
	 * @returns what ends reading with them, if anything does
	 */
	private take(events: readonly LoggedEvent[]): 'none' | 'maxEvents' | undefined {
		const { cursor, maxFloorMs, rules, owed, places: maxEvents } = this;
		const section = { events, maxFloorMs, ...this.requests.clock() };
		const advance = advanceCursor(cursor, section, { ...rules, maxEvents }, owed);
		const { taken, watermarkMs, floorMs, cutShort, waitingFromMs } = advance;
		for (const event of taken) {
			if (!rules.matches(event)) continue;
			(isNew(cursor, event) ? this.newEvents : this.repeated).push(event);
		}
		cursor.consumed.add(taken, floorMs);
		this.cursor = { watermarkMs, floorMs, consumed: cursor.consumed };
		this.consumedCount += taken.length;
		this.recognized ||= advance.recognized;
		this.waitingFromMs ??= waitingFromMs;
		const last = cutShort ? taken[taken.length - 1] : events[events.length - 1];
		this.reachedMs = last?.createdAtMs ?? this.reachedMs;
		for (const organization of organizationsOf(events)) this.organizations.add(organization);
		if (cutShort) return 'maxEvents';
		return waitingFromMs === undefined ? undefined : 'none';
	}
}

/**
 * Reads from the cursor's floor on, or from what is owed, oldest first, until the log ends, the poll is
 * full or its time is up; every call gets at least one page further. Where going over the window again
 * would take too much of the time, the rest of the window is left to the next poll, and what is new comes
 * first: the floor then follows only as far as the window was gone over.
 *
 * @throws EventLogFailure; then nothing of it counts
 */
export async function readNewEvents(
	requests: WatchedRequests,
	start: Cursor,
	rules: ReadingRules,
	owed = NOTHING_OWED,
): Promise<NewEvents> {
	const reading = new Reading(requests, start, rules, owed);
	const isUp = (timeMs: number) => requests.clock().elapsedMs >= timeMs;
	const endOfTime = () =>
		reading.consumedCount > 0 && isUp(rules.readingTimeMs) ? 'time' : undefined;
	const endOfWindow = () => {
		const isInWindow = reading.reachedMs >= owed.endMs && reading.reachedMs < start.watermarkMs;
		const isWindowTimeUp = isInWindow && isUp(rules.readingTimeMs * SHARE_FOR_THE_WINDOW);
		return isWindowTimeUp ? 'windowTime' : endOfTime();
	};

	const end = await reading.readFrom(reading.reachedMs, endOfWindow);
	if (end !== 'windowTime') return reading.result(end);

	const goneOverToMs = reading.reachedMs;
	reading.maxFloorMs = goneOverToMs;
	const endOfNew = await reading.readFrom(start.watermarkMs, endOfTime);
	if (reading.consumedCount > 0) return reading.result(endOfNew === 'none' ? 'time' : endOfNew);
	return reading.result(await reading.readFrom(goneOverToMs, endOfTime));
}

/**
 * One page of the log from the cursor's floor on, which is all that is asked for where nothing is new: where the
 * page is shorter than where pages are known to be cut, and holds what was consumed and nothing else.
 *
 * @param pageCap shorter pages were not cut so far
 * @returns whether the page alone shows that nothing is new, whether it has what was consumed, and a source that gives
 *   it without another request
 * @throws what the source throws
 */
export async function lookForNews(
	source: LogSource<LoggedEvent>,
	{ floorMs, consumed }: Cursor,
	pageCap: number,
) {
	const { fetchPage, pageSize: limit } = source;
	const bounds = floorMs > 0 ? { afterMs: floorMs - 1 } : {};
	const page = await fetchPage({ order: 'ASC', ...bounds, skip: 0, limit });
	let isUsed = false;
	const fetchUnlessRead: FetchPage<LoggedEvent> = async (request) => {
		if (isUsed || request.afterMs !== bounds.afterMs) return await fetchPage(request);
		isUsed = true;
		return page;
	};
	const entries = entriesIn(page);
	const isShort = entries === 0 || entries < Math.min(pageCap, page.limit ?? limit);
	const shown = page.events.filter(({ createdAtMs }) => createdAtMs >= floorMs);
	return {
		isNothingNew: isShort && consumed.areAll(shown),
		reachesBack: shown.length > 0,
		source: { ...source, fetchPage: fetchUnlessRead },
	};
}
