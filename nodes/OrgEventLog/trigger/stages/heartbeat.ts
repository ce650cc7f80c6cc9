import { toIsoTime } from '../../text/times';
import { type Stage, isDelivery } from './batch';

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

/** A poll each minute can give a heartbeat each minute, though polls are some seconds early or late. */
const JITTER_MS = 30_000;

/** Adds a heartbeat if the poll delivers nothing, and the last delivery or heartbeat is `heartbeatMs` ago. */
export const addHeartbeat: Stage<HeartbeatMemory, 'heartbeatMs'> = (
	batch,
	memory,
	{ heartbeatMs },
) => {
	if (heartbeatMs === 0) return [batch, undefined];
	const { presentMs, latenessMs } = batch.facts;
	// Lateness goes by the log's own times, as the floor does: an event that is so late needs a window that is as wide.
	const maxLateMs = Math.max(memory?.maxLateMs ?? 0, latenessMs);
	if (memory === undefined || isDelivery(batch)) {
		return [batch, { sinceMs: presentMs, lastSignMs: presentMs, polls: 0, maxLateMs }];
	}
	const { sinceMs, lastSignMs } = memory;
	const polls = memory.polls + 1;
	if (Math.abs(presentMs - lastSignMs) < heartbeatMs - JITTER_MS) {
		return [batch, { sinceMs, lastSignMs, polls, maxLateMs }];
	}
	const maxLateSeconds = Math.ceil(maxLateMs / 1000);
	const since = toIsoTime(sinceMs);
	const heartbeat = { heartbeat: true, since, newestEvent: null, maxLateSeconds, polls };
	return [
		{ ...batch, heartbeat },
		{ sinceMs, lastSignMs: presentMs, polls, maxLateMs },
	];
};
