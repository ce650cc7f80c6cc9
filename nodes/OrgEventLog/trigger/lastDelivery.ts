import type { LoggedEvent } from '../events/event';
import { isJsonObject } from '../json/jsonValues';
import { ConsumedEvents } from './consumedEvents';
import { NOTHING_OWED, type Owed } from './cursor';

/**
 * The last delivery, as the state keeps it until the next one: n8n saves the state before it has made
 * an execution of it, and may have been killed in between.
 */
export type HandOver = {
	/** Ids of n8n's processes that were handed it, newest last: one that lives has made an execution. */
	readonly processes: readonly string[];
	/** No event of it is older. */
	readonly fromMs: number;
	/** What was consumed from there on up to the state's floor and is not of it, encoded. */
	readonly others: string;
	/** Which of the events that the state counts as consumed are of it, as `ConsumedEvents` marks them. */
	readonly marks: string;
	/** Up to where the newest process has repeated it, where that took more than a poll. */
	readonly repeatedToMs?: number;
};

/** The same without the encoding, beside the cursor that the state has now. */
export interface Delivery {
	readonly fromMs: number;
	readonly others: ConsumedEvents;
	/** From the cursor's floor on. */
	readonly delivered: ConsumedEvents;
}

/** A bit for each event that has a place in the state. */
export const MAX_MARKS_LENGTH = 1_400;
/** Enough for any number of mains; more come only of an n8n that keeps crashing. */
const MAX_PROCESSES = 8;

function isText(value: unknown, maxLength: number): value is string {
	return typeof value === 'string' && value.length <= maxLength;
}

function isTime(value: unknown): boolean {
	return Number.isSafeInteger(value);
}

/** Whether a stored value is one that this version wrote. */
export function isHandOver(value: unknown): value is HandOver {
	if (!isJsonObject(value)) return false;
	const { processes, fromMs, others, marks, repeatedToMs } = value;
	return (
		Array.isArray(processes) &&
		processes.every((id) => isText(id, 64)) &&
		isTime(fromMs) &&
		typeof others === 'string' &&
		ConsumedEvents.decode(others) !== undefined &&
		isText(marks, MAX_MARKS_LENGTH) &&
		(repeatedToMs === undefined || isTime(repeatedToMs))
	);
}

export function deliveryOf({ fromMs, others, marks }: HandOver, consumed: string): Delivery {
	return {
		fromMs,
		others: ConsumedEvents.decode(others) ?? ConsumedEvents.none(),
		delivered: ConsumedEvents.decodeMarked(consumed, marks),
	};
}

export const NOTHING_DELIVERED: Delivery = {
	fromMs: Infinity,
	others: ConsumedEvents.none(),
	delivered: ConsumedEvents.none(),
};

/**
 * What of it this process has to repeat: all of it where it was other processes that were handed it,
 * or the rest of what this one has begun to repeat. A process that was handed it and lives need not.
 * Below the floor all counts for part of it that was not consumed before: also an event that came
 * later than the late-event window, and was never delivered.
 *
 * @param floorMs of the state that keeps it
 */
export function owedOf(
	{ processes, repeatedToMs }: HandOver,
	{ fromMs: beganMs, others, delivered }: Delivery,
	floorMs: number,
	processId: string,
): Owed {
	const isNewest = processes[processes.length - 1] === processId;
	const restMs = isNewest ? (repeatedToMs ?? Infinity) : Infinity;
	const fromMs = processes.includes(processId) ? restMs : beganMs;
	if (fromMs === Infinity) return NOTHING_OWED;
	return {
		fromMs,
		endMs: Math.max(floorMs, delivered.newestMs() + 1),
		has: (event) => {
			if (event.createdAtMs < fromMs) return false;
			return event.createdAtMs >= floorMs ? delivered.has(event) : !others.has(event);
		},
	};
}

/** The new events of a poll that its filters let pass, and what n8n is handed: of them, or known before. */
export interface NewlyFound {
	readonly emit: readonly LoggedEvent[];
	readonly delivered: readonly LoggedEvent[];
}

/**
 * The delivery with more events in it, beside a floor that has gone on.
 *
 * @param consumed before these events were
 */
export function extended(
	delivery: Delivery,
	{ emit, delivered: added }: NewlyFound,
	consumed: ConsumedEvents,
	floorMs: number,
): Delivery {
	const fromMs = added.reduce(
		(oldest, { createdAtMs }) => Math.min(oldest, createdAtMs),
		delivery.fromMs,
	);
	const isAdded = new Set(added);
	const heldBack = emit.filter((event) => !isAdded.has(event));
	const delivered = delivery.delivered.with(added, fromMs);
	return {
		fromMs,
		others: delivery.others
			.and(consumed)
			.with(heldBack, fromMs)
			.without(delivered)
			.between(fromMs, floorMs),
		delivered: delivered.between(floorMs, Infinity),
	};
}

/** Who was handed it, with one process more. */
export function withProcess(processes: readonly string[], id: string): readonly string[] {
	return [...processes.filter((known) => known !== id), id].slice(-MAX_PROCESSES);
}
