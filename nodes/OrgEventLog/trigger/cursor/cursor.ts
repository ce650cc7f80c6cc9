import type { LoggedEvent } from '../../events/event';
import type { ConsumedEvents } from './consumedEvents';

/** How far the log is consumed. */
export interface Cursor {
	/** `created_at` of the newest consumed event, epoch milliseconds. */
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

/** A part of the log without gaps. */
export interface LogSection {
	/** Oldest first. */
	readonly events: readonly LoggedEvent[];
	/** When reading began by the clock that is behind, epoch milliseconds: so far the floor may follow. */
	readonly earliestMs: number;
	/** And by the clock that is ahead: later dates are in the future. */
	readonly latestMs: number;
	/** For how long reading has gone on: what became visible meanwhile may be missing. */
	readonly elapsedMs: number;
	/** Up to where the log was gone over from the floor on: so far the floor may follow. */
	readonly settledToMs: number;
}

export interface Advance {
	/** All events, delivered or not, that are consumed now, oldest first. */
	readonly taken: readonly LoggedEvent[];
	/** Where the cursor is when they are. */
	readonly watermarkMs: number;
	readonly floorMs: number;
	/** Why nothing behind them is consumed by this poll: it is full, or the future begins. */
	readonly end?: 'maxEvents' | 'future';
	/** Whether some of what was read is known from before. */
	readonly recognized: boolean;
}

/** Whether an event is to be delivered, if it matches: everything from the floor on that was not consumed. */
export function isNew({ floorMs, consumed }: Cursor, event: LoggedEvent): boolean {
	return event.createdAtMs >= floorMs && !consumed.has(event);
}

/**
 * The trigger's one decision: the cursor and what was read → what to consume, and the next cursor. Every
 * event from the floor on that is not known as consumed is new; one of the future waits until it is due.
 * The floor follows the newest consumed event at the distance of the late-event window: whatever may
 * still become visible within its window lies above it.
 */
export function advanceCursor(cursor: Cursor, section: LogSection, rules: CursorRules): Advance {
	const { events, latestMs } = section;
	const due = events.filter((event) => event.createdAtMs <= latestMs);
	const fresh = due.filter((event) => isNew(cursor, event));
	const cut = whereToCut(fresh, cursor.consumed, rules);
	const taken = fresh.slice(0, cut);
	const isFull = cut < fresh.length;
	const last = taken[taken.length - 1];
	const takenToMs = isFull ? (last?.createdAtMs ?? cursor.floorMs) : Infinity;
	const settledToMs = Math.min(section.settledToMs, takenToMs);
	const watermarkMs = Math.max(cursor.watermarkMs, last?.createdAtMs ?? -Infinity);
	const windowStartMs =
		Math.min(watermarkMs, section.earliestMs) - rules.lateEventWindowMs - section.elapsedMs;
	return {
		taken,
		watermarkMs,
		floorMs: Math.max(cursor.floorMs, Math.min(windowStartMs, settledToMs)),
		end: isFull ? 'maxEvents' : due.length < events.length ? 'future' : undefined,
		recognized: events.some((event) => !isNew(cursor, event)),
	};
}

/** The cursor as if nothing up to its watermark had been consumed from this time on, epoch milliseconds. */
export function cursorBefore({ watermarkMs, floorMs, consumed }: Cursor, fromMs: number): Cursor {
	return {
		watermarkMs: Math.min(watermarkMs, fromMs),
		floorMs: Math.min(floorMs, fromMs),
		consumed: consumed.where((instantMs) => instantMs < fromMs || instantMs > watermarkMs),
	};
}

/** After the last event that fits into the poll, or where that may not part an instant, after its end. */
function whereToCut(
	fresh: readonly LoggedEvent[],
	consumed: ConsumedEvents,
	{ matches, maxEvents }: CursorRules,
): number {
	const firstTooMany = fresh.filter(matches)[Math.max(0, maxEvents)];
	if (firstTooMany === undefined) return fresh.length;
	let cut = fresh.indexOf(firstTooMany);
	const instantMs = firstTooMany.createdAtMs;
	const ofInstant = fresh.filter(({ createdAtMs }) => createdAtMs === instantMs).length;
	if (!mayPart(ofInstant + consumed.countAt(instantMs))) {
		while (fresh[cut]?.createdAtMs === instantMs) cut += 1;
	}
	return cut;
}

/** Half of what the state can hold, so that ids of the instants before it fit beside it. */
const MAX_CUT_INSTANT_EVENTS = 4_000;

/** Whether a poll may end inside an instant of so many events: their ids have to fit into the state. */
function mayPart(events: number): boolean {
	return events <= MAX_CUT_INSTANT_EVENTS;
}

/** Whether reading may end in this instant although it may go on. */
export function mayStopAt({ consumed }: Cursor, instantMs: number): boolean {
	return mayPart(consumed.countAt(instantMs));
}
