import type { LoggedEvent } from '../../events/event';
import type { ConsumedEvents } from './consumedEvents';

export interface Cursor {
	/** It is the time of the newest consumed event that is not of the future, or else of the start; epoch milliseconds. */
	readonly watermarkMs: number;
	/** No older event is delivered any more. */
	readonly floorMs: number;
	/** It holds the consumed events from `floorMs` on. */
	readonly consumed: ConsumedEvents;
	/** It is set if a poll has ended inside the late-event window: the next one goes on with it from here. */
	readonly lateReadToMs?: number;
}

export interface CursorRules {
	readonly lateEventWindowMs: number;
	/** So many events may still be delivered. */
	readonly maxEvents: number;
	/** Events that match are delivered; the others are consumed without being delivered. */
	readonly matches: (event: LoggedEvent) => boolean;
}

/** It is a stretch of the log, with what the clocks showed once it was read, epoch milliseconds. */
export interface PollStretch {
	/** The oldest comes first. */
	readonly events: readonly LoggedEvent[];
	/** It is the earlier of the service's and the host's time; the floor stays a late-event window below it. */
	readonly slowerClockMs: number;
	/** It is the later of both; events dated after it are in the future. */
	readonly fasterClockMs: number;
	/**
	 * It is the time since the start of the poll. If the service tells no time and the host's clock is ahead, the floor
	 * would rise above events that became visible during the poll, so it stays lower by this.
	 */
	readonly elapsedMs: number;
	/** All of the log was gone over from the floor up to here. */
	readonly coveredToMs: number;
}

export interface Advance {
	/** These are all events that are consumed now, delivered or not, oldest first. */
	readonly taken: readonly LoggedEvent[];
	readonly watermarkMs: number;
	readonly floorMs: number;
	/** It says why this poll consumes nothing later: it is full, or the future begins. */
	readonly stoppedBy?: 'maxEvents' | 'future';
}

/** Gives true if the event is still to be consumed: it is not below the floor and was not consumed. */
export function isNew({ floorMs, consumed }: Cursor, event: LoggedEvent): boolean {
	return event.createdAtMs >= floorMs && !consumed.has(event);
}

/**
 * Gives what to consume of a stretch, and where watermark and floor may go; the caller decides whether the floor does.
 * Every event from the floor on that is not known as consumed is new; one of the future waits until it is due. The
 * floor follows the newest consumed event at the distance of the late-event window: whatever may still become visible
 * within the late-event window lies above it.
 */
export function planAdvance(cursor: Cursor, stretch: PollStretch, rules: CursorRules): Advance {
	const { events, fasterClockMs } = stretch;
	const due = events.filter((event) => event.createdAtMs <= fasterClockMs);
	const unconsumed = due.filter((event) => isNew(cursor, event));
	const cut = findCut(unconsumed, cursor.consumed, rules);
	const taken = unconsumed.slice(0, cut);
	const isFull = cut < unconsumed.length;
	const last = taken[taken.length - 1];
	const cutMs = isFull ? (last?.createdAtMs ?? cursor.floorMs) : Infinity;
	const coveredToMs = Math.min(stretch.coveredToMs, cutMs);
	const watermarkMs = Math.max(cursor.watermarkMs, last?.createdAtMs ?? -Infinity);
	const lateEventWindowStartMs =
		Math.min(watermarkMs, stretch.slowerClockMs) - rules.lateEventWindowMs - stretch.elapsedMs;
	return {
		taken,
		watermarkMs,
		floorMs: Math.max(cursor.floorMs, Math.min(lateEventWindowStartMs, coveredToMs)),
		stoppedBy: isFull ? 'maxEvents' : due.length < events.length ? 'future' : undefined,
	};
}

/** Gives the cursor as if nothing from `fromMs` (epoch milliseconds) up to its watermark had been consumed. */
export function rewindCursor({ watermarkMs, floorMs, consumed }: Cursor, fromMs: number): Cursor {
	return {
		watermarkMs: Math.min(watermarkMs, fromMs),
		floorMs: Math.min(floorMs, fromMs),
		consumed: consumed.filterInstants((instantMs) => instantMs < fromMs || instantMs > watermarkMs),
	};
}

/** The cut comes before the first event too many, or after its instant if that has too many events to be cut. */
function findCut(
	unconsumed: readonly LoggedEvent[],
	consumed: ConsumedEvents,
	{ matches, maxEvents }: CursorRules,
): number {
	const firstTooMany = unconsumed.filter(matches)[Math.max(0, maxEvents)];
	if (firstTooMany === undefined) return unconsumed.length;
	let cut = unconsumed.indexOf(firstTooMany);
	const instantMs = firstTooMany.createdAtMs;
	const ofInstant = unconsumed.filter(({ createdAtMs }) => createdAtMs === instantMs).length;
	if (ofInstant + consumed.countAt(instantMs) > MAX_CUT_INSTANT_EVENTS)
		while (unconsumed[cut]?.createdAtMs === instantMs) cut += 1;
	return cut;
}

/**
 * An instant with up to so many events may be cut: the state has room for their ids, and for those of the instants
 * before.
 */
const MAX_CUT_INSTANT_EVENTS = 4_000;

/** Gives true if reading may end in this instant although more of it may follow. */
export function mayStopAt({ consumed }: Cursor, instantMs: number): boolean {
	return consumed.countAt(instantMs) <= MAX_CUT_INSTANT_EVENTS;
}
