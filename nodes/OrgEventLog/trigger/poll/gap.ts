import type { EndOfLog } from '../../reading/endOfLog';
import type { NewEvents } from './readNewEvents';
import type { Gap, TriggerState } from '../position/triggerState';

/** Hourly polls, of which each is some seconds early or late, note it every time. */
const NOTED_FOR_MS = 55 * 60 * 1000;
/** A trigger that has read the whole log since then has missed nothing: no log keeps its events for less. */
const SURELY_KEPT_MS = 2 * 60 * 60 * 1000;

/** A poll that finds nothing new knows of later times, too: where filters let little pass, of much later ones. */
function readToMs({ watermarkMs, readToMs: notedMs = 0 }: TriggerState): number {
	return Math.max(watermarkMs, notedMs);
}

/** The state that notes, at most about once an hour, that all of the log was read. */
export function notingPresent(state: TriggerState, presentMs: number): TriggerState {
	const isNoted = presentMs - readToMs(state) < NOTED_FOR_MS;
	return isNoted ? state : { ...state, readToMs: presentMs };
}

/**
 * If a poll reads nothing that it remembers: what the log may have lost since then. For an empty log
 * this can't be told yet. If only Feed may be read, it can't be told at all.
 */
export async function findGap(
	state: TriggerState,
	{ recognized, begunFrom, newEvents: [first] }: NewEvents,
	presentMs: number,
	readOldest?: () => Promise<EndOfLog>,
): Promise<Gap | 'untold' | undefined> {
	if (recognized) return undefined;
	const notedMs = state.readToMs ?? 0;
	const fromMs = begunFrom.consumed.isEmpty() ? notedMs : readToMs(state);
	// It began on a log that held nothing of the past.
	if (fromMs === 0) return undefined;
	if (fromMs === notedMs && presentMs - notedMs < SURELY_KEPT_MS) return undefined;
	const oldest = await readOldest?.();
	if (oldest === undefined) return 'untold';
	if (oldest === 'listIsRefused' || begunFrom.consumed.has(oldest)) return undefined;
	const toMs = oldest.createdAtMs;
	// A service that calls a younger event its oldest is not believed.
	const isOldest = first === undefined || first.createdAtMs >= toMs;
	return isOldest && toMs > fromMs ? { fromMs, toMs } : undefined;
}

/** The state that has yet to tell of a gap, and goes on behind it. */
export function owingGap(state: TriggerState, gap: Gap | undefined): TriggerState {
	if (gap === undefined) return state;
	const fromMs = state.gap?.fromMs ?? gap.fromMs;
	return { ...state, readToMs: gap.toMs, gap: { ...gap, fromMs } };
}
