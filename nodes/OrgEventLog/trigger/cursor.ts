import type { LoggedEvent } from '../api/event';
import type { ConsumedEvents } from './consumedEvents';

/** How far the log is consumed. */
export interface Cursor {
	/** `created_at` of the newest consumed event that is not in the future, epoch milliseconds. */
	readonly watermarkMs: number;
	/** Older events are settled: none of them will be delivered any more. */
	readonly floorMs: number;
	/** Which events from `floorMs` on were consumed. */
	readonly consumed: ConsumedEvents;
}

export interface CursorRules {
	readonly lateEventWindowMs: number;
	/** How many events may still be delivered. */
	readonly maxEvents: number;
	/** Which events are delivered; the others are consumed without being delivered. */
	readonly matches: (event: LoggedEvent) => boolean;
}

/** A part of the log without gaps: from the cursor's floor, or the part before it, on. */
export interface LogSection {
	/** Oldest first. */
	readonly events: readonly LoggedEvent[];
	/** When reading began by the clock that is behind, epoch milliseconds: so far the floor may follow. */
	readonly earliestMs: number;
	/** And by the clock that is ahead: later dates are in the future. */
	readonly latestMs: number;
	/** How far the floor may follow at most. */
	readonly maxFloorMs: number;
	/** For how long reading has gone on: what became visible meanwhile may be missing. */
	readonly elapsedMs: number;
}

export interface Advance {
	/** The events to deliver, oldest first. */
	readonly emit: readonly LoggedEvent[];
	readonly cursor: Cursor;
	/** How many events, delivered or not, are consumed for the first time. */
	readonly consumedNow: number;
	/** Whether some of what was read has to wait for the next poll. */
	readonly cutShort: boolean;
	/** Whether some of what was read is known from before. */
	readonly recognized: boolean;
	/** When the first event is dated that has to wait until then, epoch milliseconds. */
	readonly waitingFromMs?: number;
}

/**
 * The trigger's one decision: cursor and what was read → what to deliver and where the cursor is
 * then. Every event from the floor on that is not known as consumed is new. The floor follows the
 * newest consumed event at the distance of the late-event window, but never follows the future:
 * whatever may still become visible within its window lies above it.
 */
export function advanceCursor(cursor: Cursor, section: LogSection, rules: CursorRules): Advance {
	const unknown = section.events.filter(
		(event) => event.createdAtMs >= cursor.floorMs && !cursor.consumed.has(event),
	);
	const fresh = withoutWaiting(unknown, cursor.consumed, section);
	const cut = whereToCut(fresh, cursor.consumed, rules);
	const taken = fresh.slice(0, cut);
	const emit = taken.filter(rules.matches);
	return {
		emit,
		cursor: taken.length === 0 ? cursor : cursorAfter(cursor, taken, section, rules),
		consumedNow: taken.length,
		cutShort: cut < fresh.length,
		recognized: unknown.length < section.events.length,
		waitingFromMs: unknown[fresh.length]?.createdAtMs,
	};
}

function cursorAfter(
	cursor: Cursor,
	taken: readonly LoggedEvent[],
	{ earliestMs, latestMs, elapsedMs, maxFloorMs }: LogSection,
	{ lateEventWindowMs }: CursorRules,
): Cursor {
	const watermarkMs = taken.reduce(
		(newest, { createdAtMs }) => (createdAtMs <= latestMs ? Math.max(newest, createdAtMs) : newest),
		cursor.watermarkMs,
	);
	const windowStartMs = Math.min(watermarkMs, earliestMs) - lateEventWindowMs - elapsedMs;
	// Where earlier polls had no time for the window, events wait between the floor and its start.
	const settledToMs = taken[taken.length - 1]?.createdAtMs ?? cursor.floorMs;
	const maxMs = Math.min(windowStartMs, maxFloorMs, settledToMs);
	const floorMs = Math.max(cursor.floorMs, maxMs);
	return { watermarkMs, floorMs, consumed: cursor.consumed.with(taken, floorMs) };
}

/**
 * The state must hold the id of each consumed event from the future until its date has come. More
 * of them than have a place there beside the ids of the present wait for their date instead: if
 * they were forgotten they would come again, and if the window shrank for them it would pass over
 * what is dated now.
 */
function withoutWaiting(
	fresh: readonly LoggedEvent[],
	consumed: ConsumedEvents,
	{ latestMs }: LogSection,
): readonly LoggedEvent[] {
	const future = fresh.findIndex(({ createdAtMs }) => createdAtMs > latestMs);
	if (future === -1) return fresh;
	const places = MAX_FUTURE_EVENTS - consumed.countFrom(latestMs + 1);
	return fresh.slice(0, future + Math.max(0, places));
}

/** Each may take some twenty characters of the state. */
export const MAX_FUTURE_EVENTS = 1_000;

/**
 * After the last event that fits into the poll. Inside an instant whose ids would not fit into the
 * state the cut moves to the end of the instant: it is delivered whole.
 */
function whereToCut(
	fresh: readonly LoggedEvent[],
	consumed: ConsumedEvents,
	rules: CursorRules,
): number {
	const firstTooMany = fresh.filter(rules.matches)[rules.maxEvents];
	if (firstTooMany === undefined) return fresh.length;
	let cut = fresh.indexOf(firstTooMany);
	const instantMs = fresh[cut]?.createdAtMs ?? 0;
	const ofInstant = fresh.filter(({ createdAtMs }) => createdAtMs === instantMs).length;
	if (ofInstant + consumed.countAt(instantMs) > MAX_CUT_INSTANT_EVENTS) {
		while (fresh[cut]?.createdAtMs === instantMs) cut += 1;
	}
	return cut;
}

/** Half of what the state can hold, so that ids of the instants before it fit beside it. */
const MAX_CUT_INSTANT_EVENTS = 4_000;

/** Whether reading may end in this instant although it may go on: its ids fit into the state. */
export function mayStopAt(cursor: Cursor, instantMs: number): boolean {
	return cursor.consumed.countAt(instantMs) <= MAX_CUT_INSTANT_EVENTS;
}
