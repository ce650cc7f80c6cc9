import type { IDataObject } from 'n8n-workflow';
import type { TriggerSettings } from '../../parameters/parseTriggerSettings';
import { toIsoTime } from '../../text/times';
import type { Alert } from './alert';

/** Remembers the quiet since the last delivery; times are epoch milliseconds. */
export type HeartbeatMemory = {
	/** The last delivery was then, or the first poll since Heartbeat was set. */
	readonly sinceMs: number;
	/** The last delivery or heartbeat was then. */
	readonly lastSignMs: number;
	/** This many polls have delivered nothing since `sinceMs`. */
	readonly polls: number;
	/** Since Heartbeat was set, the most belated event was this much older than the watermark, milliseconds. */
	readonly maxLateMs: number;
};

/** A poll each minute can give a heartbeat each minute, though polls are some seconds early or late. */
const JITTER_MS = 30_000;

/**
 * Gives a heartbeat, still without the newest event, if the poll delivers nothing and the last sign is `heartbeatMs` ago.
 *
 * @param latenessMs the oldest new event is this much older than the newest that was consumed before
 */
export function decideHeartbeat(
	alerts: readonly Alert[],
	memory: HeartbeatMemory | undefined,
	{ heartbeatMs }: Pick<TriggerSettings, 'heartbeatMs'>,
	{ presentMs, latenessMs }: { readonly presentMs: number; readonly latenessMs: number },
): readonly [IDataObject | undefined, HeartbeatMemory | undefined] {
	if (heartbeatMs === 0) return [undefined, undefined];
	// Lateness is measured from the watermark, as the late-event window is, so it tells how long that had to be.
	const maxLateMs = Math.max(memory?.maxLateMs ?? 0, latenessMs);
	if (memory === undefined || alerts.length > 0)
		return [undefined, { sinceMs: presentMs, lastSignMs: presentMs, polls: 0, maxLateMs }];
	const quiet = { ...memory, polls: memory.polls + 1, maxLateMs };
	if (Math.abs(presentMs - memory.lastSignMs) < heartbeatMs - JITTER_MS) return [undefined, quiet];
	const { sinceMs, polls } = quiet;
	const maxLateSeconds = Math.ceil(maxLateMs / 1000);
	return [
		{ heartbeat: true, since: toIsoTime(sinceMs), newestEvent: null, maxLateSeconds, polls },
		{ ...quiet, lastSignMs: presentMs },
	];
}
