import type { LoggedEvent } from '../../events/event';
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

/** What of the last delivery is to be delivered once more. */
export interface Owed {
	/** It lies between these times, the end exclusive; epoch milliseconds. */
	readonly fromMs: number;
	readonly endMs: number;
	readonly has: (event: LoggedEvent) => boolean;
}

export const NOTHING_OWED: Owed = { fromMs: Infinity, endMs: -Infinity, has: () => false };

export interface Advance {
	/** All events, delivered or not, that are consumed now, oldest first. */
	readonly taken: readonly LoggedEvent[];
	/** Where the cursor is when they are. */
	readonly watermarkMs: number;
	readonly floorMs: number;
	/** Whether some of what was read has to wait for the next poll. */
	readonly cutShort: boolean;
	/** Whether some of what was read is known from before. */
	readonly recognized: boolean;
	/** When the first event is dated that has to wait until then, epoch milliseconds. */
	readonly waitingFromMs?: number;
}

/** Whether an event is to be delivered, if it matches: everything from the floor on that was not consumed. */
export function isNew({ floorMs, consumed }: Cursor, event: LoggedEvent): boolean {
	return event.createdAtMs >= floorMs && !consumed.has(event);
}

/**
 * The trigger's one decision: the cursor and what was read → what to consume, and the next cursor. Every
 * event from the floor on that is not known as consumed is new. The floor follows the newest consumed
 * event at the distance of the late-event window, but never follows the future: whatever may still
 * become visible within its window lies above it.
 */
export function advanceCursor(
	cursor: Cursor,
	section: LogSection,
	rules: CursorRules,
	owed = NOTHING_OWED,
): Advance {
	const { events } = section;
	const wanted = events.filter((event) => isNew(cursor, event) || owed.has(event));
	const due = withoutWaiting(wanted, cursor.consumed, section);
	const cut = whereToCut(due, cursor.consumed, rules, owed);
	const taken = due.slice(0, cut);
	return {
		taken,
		...(taken.length === 0 ? cursor : timesAfter(cursor, taken, section, rules)),
		cutShort: cut < due.length,
		recognized: events.some((event) => !isNew(cursor, event)),
		waitingFromMs: wanted[due.length]?.createdAtMs,
	};
}

function timesAfter(
	cursor: Cursor,
	taken: readonly LoggedEvent[],
	{ earliestMs, latestMs, elapsedMs, maxFloorMs }: LogSection,
	{ lateEventWindowMs }: CursorRules,
): Pick<Cursor, 'watermarkMs' | 'floorMs'> {
	const watermarkMs = taken.reduce(
		(newest, { createdAtMs }) => (createdAtMs <= latestMs ? Math.max(newest, createdAtMs) : newest),
		cursor.watermarkMs,
	);
	const windowStartMs = Math.min(watermarkMs, earliestMs) - lateEventWindowMs - elapsedMs;
	// Where earlier polls had no time for the window, events wait between the floor and its start.
	const settledToMs = taken[taken.length - 1]?.createdAtMs ?? cursor.floorMs;
	const maxMs = Math.min(windowStartMs, maxFloorMs, settledToMs);
	return { watermarkMs, floorMs: Math.max(cursor.floorMs, maxMs) };
}

/**
 * The state must hold the id of each consumed event from the future until its date has come. If there
 * are more than have room beside the ids of the present, the rest wait for their date. If their ids were
 * forgotten, they would be delivered again. If the window shrank for them, late events of the present
 * would be missed.
 */
function withoutWaiting(
	wanted: readonly LoggedEvent[],
	consumed: ConsumedEvents,
	{ latestMs }: LogSection,
): readonly LoggedEvent[] {
	let places = MAX_FUTURE_EVENTS - consumed.count((instantMs) => instantMs > latestMs);
	const isWaiting = (event: LoggedEvent) =>
		event.createdAtMs > latestMs && !consumed.has(event) && places-- <= 0;
	const waiting = wanted.findIndex(isWaiting);
	return waiting === -1 ? wanted : wanted.slice(0, waiting);
}

/** Each may take some twenty characters of the state. */
export const MAX_FUTURE_EVENTS = 1_000;

/** After the last event that fits into the poll, or where that may not part an instant, after its end. */
function whereToCut(
	due: readonly LoggedEvent[],
	consumed: ConsumedEvents,
	{ matches, maxEvents }: CursorRules,
	owed: Owed,
): number {
	const firstTooMany = due.filter(matches)[Math.max(0, maxEvents)];
	if (firstTooMany === undefined) return due.length;
	let cut = due.indexOf(firstTooMany);
	const instantMs = firstTooMany.createdAtMs;
	const ofInstant = due.filter(({ createdAtMs }) => createdAtMs === instantMs).length;
	if (!mayPart(instantMs, ofInstant + countAt(consumed, instantMs), owed)) {
		while (due[cut]?.createdAtMs === instantMs) cut += 1;
	}
	return cut;
}

function countAt(consumed: ConsumedEvents, instantMs: number): number {
	return consumed.count((otherMs) => otherMs === instantMs);
}

/** Half of what the state can hold, so that ids of the instants before it fit beside it. */
const MAX_CUT_INSTANT_EVENTS = 4_000;

/**
 * Whether a poll may end inside an instant of so many events: where their ids fit into the state, and
 * nothing of it is repeated, of which only a time is remembered.
 */
function mayPart(instantMs: number, events: number, owed: Owed): boolean {
	return events <= MAX_CUT_INSTANT_EVENTS && instantMs >= owed.endMs;
}

/** Whether reading may end in this instant although it may go on. */
export function mayStopAt({ consumed }: Cursor, instantMs: number, owed: Owed): boolean {
	return mayPart(instantMs, countAt(consumed, instantMs), owed);
}
