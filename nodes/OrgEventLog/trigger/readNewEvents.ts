import type { LoggedEvent } from '../events/event';
import { type EventsPage, type LogSource, type PageRequest, entriesIn } from '../api/page';
import { walkEvents } from '../reading/walk';
import type { ServiceTraits } from '../reading/windowRequests';
import {
	type Cursor,
	type CursorRules,
	type Owed,
	advanceCursor,
	isNew,
	mayStopAt,
} from './cursor';
import { organizationsOf } from './organizations';
import { type ClockRemark, type PollClock, remarksOnStart } from './pollClock';

/** Why more may be waiting for the next poll. */
export type Backlog = 'none' | 'maxEvents' | 'time';

export interface NewEvents {
	/** The new events that match, oldest first. */
	readonly emit: readonly LoggedEvent[];
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
	/** Whether anything was consumed. */
	readonly isMoved: boolean;
	/** About the times of what was read. */
	readonly remarks: readonly ClockRemark[];
}

export interface NewEventsSettings extends CursorRules {
	/** Asked once the first page has arrived. */
	readonly clock: PollClock;
	/** Of the service, as far as they are known; what reading learns is added. */
	readonly traits: ServiceTraits;
	/** What is to be delivered once more. */
	readonly owed: Owed;
	/** Whether the time for going over the late-event window again is used up. */
	readonly isWindowTimeUp: () => boolean;
	/** Whether the poll's time is used up: reading then ends with the page it has. */
	readonly isTimeUp: () => boolean;
}

/** Gathers what is new in what a poll reads, section by section of the log. */
class Collector {
	/** The time of the last event read. */
	reachedMs: number;
	/** How many events are consumed, delivered or not. */
	consumedCount = 0;
	cursor: Cursor;
	/** The floor follows no further than this. */
	maxFloorMs = Infinity;
	private readonly emit: LoggedEvent[] = [];
	private readonly repeated: LoggedEvent[] = [];
	private readonly organizations = new Set<string>();
	private recognized = false;
	private waitingFromMs: number | undefined;

	constructor(
		private readonly begunFrom: Cursor,
		private readonly settings: NewEventsSettings,
	) {
		this.cursor = { ...begunFrom, consumed: begunFrom.consumed.with([], begunFrom.floorMs) };
		this.reachedMs = Math.min(begunFrom.floorMs, settings.owed.fromMs);
	}

	/** How many events the poll may still hold. */
	get places(): number {
		return this.settings.maxEvents - this.emit.length - this.repeated.length;
	}

	/**
	 * @param events the next ones of the log, oldest first
	 * @returns what ends reading with them, if anything does
	 */
	take(events: readonly LoggedEvent[]): Extract<Backlog, 'none' | 'maxEvents'> | undefined {
		const { cursor, maxFloorMs, settings, places: maxEvents } = this;
		const { clock, owed, matches } = settings;
		const [earliestMs, latestMs] = [clock.earliestMs(), clock.latestMs()];
		const section = { events, earliestMs, latestMs, elapsedMs: clock.elapsedMs(), maxFloorMs };
		const advance = advanceCursor(cursor, section, { ...settings, maxEvents }, owed);
		const { taken, watermarkMs, floorMs, cutShort, waitingFromMs } = advance;
		for (const event of taken) {
			if (matches(event)) (isNew(cursor, event) ? this.emit : this.repeated).push(event);
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

	result(backlog: Backlog): NewEvents {
		const { emit, repeated, begunFrom, cursor, organizations, recognized, waitingFromMs } = this;
		const { owed, clock } = this.settings;
		const remarks = [...remarksOnStart(begunFrom.floorMs, clock)];
		if (waitingFromMs !== undefined) remarks.push({ kind: 'eventsWait', nextMs: waitingFromMs });
		const endedMs = waitingFromMs ?? (backlog === 'none' ? Infinity : this.reachedMs + 1);
		return {
			...{ emit, repeated, begunFrom, cursor, backlog, organizations, recognized },
			isMoved: this.consumedCount > 0,
			owedFromMs: endedMs < owed.endMs ? endedMs : undefined,
			remarks,
		};
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
	source: LogSource<LoggedEvent>,
	start: Cursor,
	settings: NewEventsSettings,
): Promise<NewEvents> {
	const { owed } = settings;
	const collector = new Collector(start, settings);
	const isTimeUp = () => collector.consumedCount > 0 && settings.isTimeUp();
	const isWindowTimeUp = () =>
		collector.reachedMs >= owed.endMs &&
		collector.reachedMs < start.watermarkMs &&
		settings.isWindowTimeUp();
	const collect = async <End extends string>(startMs: number, stops: ReadonlyArray<Stop<End>>) =>
		await collectFrom(source, settings, startMs, collector, stops);

	const end = await collect(collector.reachedMs, [
		{ end: 'windowTime', isReached: isWindowTimeUp },
		{ end: 'time', isReached: isTimeUp },
	]);
	if (end !== 'windowTime') return collector.result(end);

	const goneOverToMs = collector.reachedMs;
	collector.maxFloorMs = goneOverToMs;
	const newOnly = [{ end: 'time', isReached: isTimeUp }] as const;
	const endOfNew = await collect(start.watermarkMs, newOnly);
	if (collector.consumedCount > 0) return collector.result(endOfNew === 'none' ? 'time' : endOfNew);

	return collector.result(await collect(goneOverToMs, newOnly));
}

/** When to stop reading although the log goes on, and what to call it. */
interface Stop<End> {
	readonly end: End;
	readonly isReached: () => boolean;
}

/** Collects from a time on, until the log ends, the poll is full or one of the stops is reached. */
async function collectFrom<End extends string>(
	source: LogSource<LoggedEvent>,
	{ traits, owed }: NewEventsSettings,
	startMs: number,
	collector: Collector,
	stops: ReadonlyArray<Stop<End>>,
): Promise<End | Exclude<Backlog, 'time'>> {
	// No service is sent a time before 1970 for nothing: the cursor drops what lies below its floor.
	const range = startMs > 0 ? { startMs } : {};
	let stop: End | 'maxEvents' | undefined;
	for await (const events of walkEvents(source, { order: 'ASC', range, traits })) {
		// The instant that could not be parted has ended.
		if (stop !== undefined && (events[0]?.createdAtMs ?? 0) > collector.reachedMs) return stop;
		const end = collector.take(events);
		if (end !== undefined) return end;
		stop = collector.places <= 0 ? 'maxEvents' : stops.find(({ isReached }) => isReached())?.end;
		if (stop !== undefined && mayStopAt(collector.cursor, collector.reachedMs, owed)) return stop;
	}
	return 'none';
}

/** What a poll asks first, which is all that it asks where nothing is new. */
export interface FirstLook {
	/** Whether it alone shows that nothing is new. */
	readonly isNothingNew: boolean;
	/** The source, which gives the page that was read already without another request. */
	readonly source: LogSource<LoggedEvent>;
}

/**
 * One page of the log from the cursor's floor on, which reading then goes on from.
 *
 * @param pageCap shorter pages were not cut so far
 * @throws what the source throws
 */
export async function lookForNews(
	source: LogSource<LoggedEvent>,
	cursor: Cursor,
	pageCap: number,
): Promise<FirstLook> {
	const { fetchPage, pageSize } = source;
	const bounds = cursor.floorMs > 0 ? { afterMs: cursor.floorMs - 1 } : {};
	const first: PageRequest = { order: 'ASC', ...bounds, skip: 0, limit: pageSize };
	const page = await fetchPage(first);
	let isUsed = false;
	return {
		isNothingNew: isAllKnown(page, cursor, Math.min(pageCap, pageSize)),
		source: {
			...source,
			fetchPage: async (request) => {
				if (isUsed || request.afterMs !== first.afterMs) return await fetchPage(request);
				isUsed = true;
				return page;
			},
		},
	};
}

/**
 * Whether this page alone shows that nothing is new. It must be shorter than where pages are known
 * to be cut, and hold what was consumed last and what was consumed first, if anything was.
 */
function isAllKnown(
	page: EventsPage<LoggedEvent>,
	{ floorMs, consumed }: Cursor,
	pageCap: number,
): boolean {
	if (consumed.isEmpty()) return entriesIn(page) === 0;
	if (entriesIn(page) >= pageCap) return false;
	return consumed.isSpannedBy(page.events.filter(({ createdAtMs }) => createdAtMs >= floorMs));
}
