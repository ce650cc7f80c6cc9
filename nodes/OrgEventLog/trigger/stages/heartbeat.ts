import { toIsoTime } from '../../text/times';
import type { LoggedEvent } from '../../events/event';
import { hasIntegers } from '../../json/jsonValues';
import { type Batch, type Stage, type StageSettings, isDelivery } from './batch';

/** The quiet since the last delivery; times are epoch milliseconds. */
export type HeartbeatMemory = {
	/** The last delivery was then, or the trigger began. */
	readonly sinceMs: number;
	/** The last delivery or heartbeat was then. */
	readonly lastSignMs: number;
	/** This many polls have delivered nothing since `sinceMs`. */
	readonly polls: number;
	/** No event came later than this much behind the watermark before it, milliseconds. */
	readonly maxLateMs: number;
};

export function isHeartbeatMemory(value: unknown): value is HeartbeatMemory {
	return hasIntegers(value, 'sinceMs', 'lastSignMs', 'polls', 'maxLateMs');
}

/** A poll each minute can give a heartbeat each minute, though polls are some seconds early or late. */
const JITTER_MS = 30_000;

/** True if the poll delivers nothing, and the last delivery or heartbeat is `heartbeatMs` ago. */
export function isHeartbeatDue(
	batch: Batch,
	memory: HeartbeatMemory | undefined,
	{ heartbeatMs }: StageSettings,
): boolean {
	if (heartbeatMs === 0 || memory === undefined || isDelivery(batch)) return false;
	return Math.abs(batch.facts.presentMs - memory.lastSignMs) >= heartbeatMs - JITTER_MS;
}

/** Gives the stage that adds a heartbeat if one is due. @param newest the log's newest event, if it is known */
export function createHeartbeatStage(newest: LoggedEvent | undefined): Stage<HeartbeatMemory> {
	return (batch, memory, settings) => {
		if (settings.heartbeatMs === 0) return [batch, undefined];
		const { presentMs, newEvents, watermarkBeforeMs } = batch.facts;
		// Lateness goes by the log's own times, as the floor does: an event that is so late needs a window that is as wide.
		const maxLateMs = newEvents.reduce(
			(most, { createdAtMs }) => Math.max(most, watermarkBeforeMs - createdAtMs),
			memory?.maxLateMs ?? 0,
		);
		if (memory === undefined || isDelivery(batch)) {
			return [batch, { sinceMs: presentMs, lastSignMs: presentMs, polls: 0, maxLateMs }];
		}
		const next = { ...memory, maxLateMs, polls: memory.polls + 1 };
		if (!isHeartbeatDue(batch, memory, settings)) return [batch, next];
		const heartbeat = {
			heartbeat: true,
			since: toIsoTime(next.sinceMs),
			newestEvent: newest ? { id: newest.id, createdAt: toIsoTime(newest.createdAtMs) } : null,
			maxLateSeconds: Math.ceil(maxLateMs / 1000),
			polls: next.polls,
		};
		return [
			{ ...batch, heartbeat },
			{ ...next, lastSignMs: presentMs },
		];
	};
}
