import { toIsoTime } from '../events/columns';
import type { EndOfLog } from '../reading/endOfLog';
import type { Alerts, AlertSettings } from './alerts';
import { NO_MARKS, withMarks } from './items';
import type { PollResult } from './poll';

/** What is remembered for signs of life; times are epoch milliseconds. */
export type Signs = {
	/** When something was delivered last, or the trigger began. */
	readonly sinceMs: number;
	/** When there was a sign of life last: that, or a heartbeat. */
	readonly toldMs: number;
	/** How many polls have delivered nothing since. */
	readonly polls: number;
	/** How much older than the newest event known before it one was that came late, at most. */
	readonly maxLateMs: number;
};

/** Polls are some seconds early or late: one a minute that is to tell every minute does. */
const JITTER_MS = 30_000;

export interface HeartbeatRequest {
	readonly result: PollResult;
	readonly settings: AlertSettings & { readonly heartbeatMs: number };
	readonly readNewest: () => Promise<EndOfLog>;
}

/**
 * What a poll delivers, or where it delivers nothing, and nothing was for so long, a sign of life instead.
 *
 * @throws EventLogFailure
 */
export async function withHeartbeat(
	alerts: Alerts,
	{ result, settings, readNewest }: HeartbeatRequest,
): Promise<Alerts> {
	const { signs: known, ...state } = alerts.state;
	if (settings.heartbeatMs === 0) return { ...alerts, state };
	const { presentMs } = result;
	const maxLateMs = Math.max(known?.maxLateMs ?? 0, mostLate(result));
	const begun: Signs = { sinceMs: presentMs, toldMs: presentMs, polls: 0, maxLateMs };
	if (known === undefined || alerts.items.length > 0) {
		return { ...alerts, state: { ...state, signs: begun } };
	}
	const signs: Signs = { ...known, maxLateMs, polls: known.polls + 1 };
	if (Math.abs(presentMs - known.toldMs) < settings.heartbeatMs - JITTER_MS) {
		return { ...alerts, state: { ...state, signs } };
	}
	const newest = await readNewest();
	const isKnown = newest !== undefined && newest !== 'listIsRefused';
	const json = {
		heartbeat: true,
		since: toIsoTime(signs.sinceMs),
		newestEvent: isKnown ? { id: newest.id, createdAt: toIsoTime(newest.createdAtMs) } : null,
		maxLateSeconds: Math.ceil(maxLateMs / 1000),
		polls: signs.polls,
	};
	const items = [{ json: withMarks(json, NO_MARKS, settings) }];
	return { ...alerts, items, state: { ...state, signs: { ...signs, toldMs: presentMs } } };
}

/** By the log's own times, as the floor is: an event that is so late needs a window that is as wide. */
function mostLate({ emit, begunFrom: { watermarkMs } }: PollResult): number {
	return emit.reduce((most, { createdAtMs }) => Math.max(most, watermarkMs - createdAtMs), 0);
}
