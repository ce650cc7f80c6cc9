import { toIsoTime } from '../../events/columns';
import type { LoggedEvent } from '../../events/event';
import { type Batch, type Stage, type StageSettings, hasIntegers, isDelivery } from './batch';

/** What is remembered for signs of life; times are epoch milliseconds. */
export type HeartbeatMemory = {
	/** When something was delivered last, or the trigger began. */
	readonly sinceMs: number;
	/** When there was a sign of life last: that, or a heartbeat. */
	readonly toldMs: number;
	/** How many polls have delivered nothing since. */
	readonly polls: number;
	/** How much older than the newest event known before it one was that came late, at most. */
	readonly maxLateMs: number;
};

export function isHeartbeatMemory(value: unknown): value is HeartbeatMemory {
	return hasIntegers(value, 'sinceMs', 'toldMs', 'polls', 'maxLateMs');
}

/** Polls are some seconds early or late: one a minute that is to tell every minute does. */
const JITTER_MS = 30_000;

/** Whether a poll delivers nothing, and nothing was delivered for so long that there has to be a sign of life. */
export function isHeartbeatDue(
	batch: Batch,
	memory: HeartbeatMemory | undefined,
	{ heartbeatMs }: StageSettings,
): boolean {
	if (heartbeatMs === 0 || memory === undefined || isDelivery(batch)) return false;
	return Math.abs(batch.facts.presentMs - memory.toldMs) >= heartbeatMs - JITTER_MS;
}

/** Stands in for alerts where there were none for so long. @param newest the log's newest event, where that is known */
export function beat(newest: LoggedEvent | undefined): Stage<HeartbeatMemory> {
	return (batch, memory, settings) => {
		if (settings.heartbeatMs === 0) return [batch, undefined];
		const { presentMs, news, watermarksMs } = batch.facts;
		// By the log's own times, as the floor is: an event that is so late needs a window that is as wide.
		const maxLateMs = news.reduce(
			(most, { createdAtMs }) => Math.max(most, watermarksMs[0] - createdAtMs),
			memory?.maxLateMs ?? 0,
		);
		if (memory === undefined || isDelivery(batch)) {
			return [batch, { sinceMs: presentMs, toldMs: presentMs, polls: 0, maxLateMs }];
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
			{ ...next, toldMs: presentMs },
		];
	};
}
