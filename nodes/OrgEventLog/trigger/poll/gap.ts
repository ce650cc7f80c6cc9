import type { EndOfLog } from '../../reading/endOfLog';
import { areOthers, organizationsOf } from '../position/organizations';
import type { Gap, TriggerState } from '../position/triggerState';
import type { NewEvents } from './readNewEvents';

/** Hourly polls, of which each is some seconds early or late, note it every time. */
const NOTED_FOR_MS = 55 * 60 * 1000;
/** A trigger that has read the whole log since then has missed nothing: no log keeps its events for less. */
const SURELY_KEPT_MS = 2 * 60 * 60 * 1000;

/** A poll that finds nothing new knows of later times, too: where filters let little pass, of much later ones. */
function readToMs({ watermarkMs, readToMs: notedMs = 0 }: TriggerState): number {
	return Math.max(watermarkMs, notedMs);
}

/**
 * The state that notes, at most about once an hour, that all of the log was read.
 *
 * @param reachesBack whether the log shows something that the state remembers
 */
export function notingPresent(
	state: TriggerState,
	presentMs: number,
	reachesBack: boolean,
): TriggerState {
	const toMs = readToMs(state);
	const isCurrent = toMs === state.watermarkMs || state.reachedBack === reachesBack;
	if (isCurrent && presentMs - toMs < NOTED_FOR_MS) return state;
	return { ...state, readToMs: presentMs, reachedBack: reachesBack };
}

/** What tells how far back the log reaches, and how far it was read. */
export interface LogBefore {
	/** The oldest event of the log; asked for where it may have lost what is unread. */
	readonly readOldest?: () => Promise<EndOfLog>;
	/** Up to when the last poll of this process has read all of the log, epoch milliseconds; undefined if it has not. */
	readonly lastReadToMs?: number;
}

/** The log of another organization, which shows nothing yet where the trigger would go on. */
export interface AnotherLog {
	/** Whose its oldest event is, as it is remembered. */
	readonly organizations: ReadonlySet<string>;
}

/**
 * If a poll reads nothing that it remembers: what the log may have lost since then, or that it is another log.
 * For an empty log this can't be told yet. If only Feed may be read, it can't be told at all.
 */
export async function findGap(
	state: TriggerState,
	{ recognized, reachesBack, begunFrom, newEvents: [first] }: NewEvents,
	presentMs: number,
	{ readOldest, lastReadToMs = 0 }: LogBefore,
): Promise<Gap | AnotherLog | 'untold' | undefined> {
	if (recognized) return undefined;
	const knownMs = begunFrom.consumed.isEmpty() ? (state.readToMs ?? 0) : readToMs(state);
	// It began on a log that held nothing of the past.
	if (knownMs === 0) return undefined;
	const { watermarkMs } = state;
	const isByNote = knownMs > watermarkMs;
	const isJustNoted = isByNote && presentMs - knownMs < SURELY_KEPT_MS;
	const reachedBack = !isByNote || state.reachedBack === true;
	// What it remembers had grown too old for the log before, and what came since then has not.
	if (isJustNoted && !reachedBack) return undefined;
	const oldest = await readOldest?.();
	// A log that drops events because there are too many is never empty.
	if (oldest === undefined) return isJustNoted ? undefined : 'untold';
	if (oldest === 'listIsRefused' || begunFrom.consumed.has(oldest)) return undefined;
	// A log at its limit has lost its oldest events while it was read.
	const toMs = Math.min(oldest.createdAtMs, first?.createdAtMs ?? Infinity);
	const organizations = organizationsOf([oldest]);
	const isOfAnother = !reachesBack && areOthers(state.organizations, organizations);
	// A log forgets what is oldest first: one that kept this one would have kept what was consumed.
	if (isOfAnother && toMs <= watermarkMs) return { organizations };
	const fromMs = Math.max(knownMs, lastReadToMs);
	if (toMs > fromMs) return { fromMs, toMs };
	// All that is left came since then, although it is dated before.
	const isAllNew = reachedBack && first?.createdAtMs === toMs && toMs > watermarkMs;
	return isAllNew ? { fromMs: watermarkMs, toMs } : undefined;
}

/** The state that has yet to tell of a gap, and goes on behind it. */
export function owingGap(state: TriggerState, gap: Gap | undefined): TriggerState {
	if (gap === undefined) return state;
	const fromMs = state.gap?.fromMs ?? gap.fromMs;
	return { ...state, readToMs: gap.toMs, gap: { ...gap, fromMs } };
}
