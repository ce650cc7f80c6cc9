import { toIsoTime } from '../../events/columns';
import type { EndOfLog } from '../../reading/endOfLog';
import type { Alerts, AlertSettings } from './alerts';
import { NO_MARKS, withMarks } from './items';
import type { PollResult } from '../poll/pollEvents';
import type { Signs } from '../position/triggerState';

/** Polls are some seconds early or late: one a minute that is to tell every minute does. */
const JITTER_MS = 30_000;

/**
 * What a poll delivers, or where it delivers nothing, and nothing was for so long, a sign of life instead.
 *
 * @throws EventLogFailure
 */
export async function withHeartbeat(
	alerts: Alerts,
	result: PollResult,
	settings: AlertSettings & { readonly heartbeatMs: number },
	readNewest: () => Promise<EndOfLog>,
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
function mostLate({ newEvents, begunFrom: { watermarkMs } }: PollResult): number {
	return newEvents.reduce((most, { createdAtMs }) => Math.max(most, watermarkMs - createdAtMs), 0);
}
