import type { StartFrom, TriggerSettings } from '../parameters/parseTriggerSettings';
import { type Baseline, readBaseline } from './baseline';
import { ConsumedEvents } from './cursor/consumedEvents';
import { type Cursor, cursorBefore } from './cursor/cursor';
import { redeliverFromMs } from './stages/redelivery';
import { type TriggerState, cursorOf } from './state';
import type { TriggerLog } from './triggerLog';

/** Only the service's clock is wanted of this page, so it needs no bounds. */
const EVERYTHING = { from: -Infinity, to: Infinity };

export interface PollStart {
	/** What it knows as consumed was given to n8n before. */
	readonly keptCursor: Cursor;
	/** Reading begins here: before the kept cursor if the last delivery has to come again. */
	readonly startCursor: Cursor;
	/** Set if only events to come are new: it covers all that the log shows now. */
	readonly baseline?: Baseline;
}

export function resume(
	state: TriggerState,
	{ afterRestart }: Pick<TriggerSettings, 'afterRestart'>,
	processId: string,
): PollStart {
	const keptCursor = cursorOf(state);
	const redelivery = afterRestart === 'goOn' ? undefined : state.stages.redelivery;
	const fromMs = redeliverFromMs(redelivery, processId);
	const startCursor = fromMs === undefined ? keptCursor : cursorBefore(keptCursor, fromMs);
	return { keptCursor, startCursor };
}

/** Gives the position of a trigger that has no state of this log. @throws EventLogFailure */
export async function begin(
	{ served, unfiltered, clock }: Pick<TriggerLog, 'served' | 'unfiltered' | 'clock'>,
	startFrom: StartFrom,
	lateEventWindowMs: number,
): Promise<PollStart> {
	if (startFrom.kind === 'now') {
		const baseline = await readBaseline(unfiltered, clock, lateEventWindowMs);
		return { keptCursor: baseline.cursor, startCursor: baseline.cursor, baseline };
	}
	if (startFrom.kind === 'last') {
		// The service tells its time with any page: to learn its order brings one.
		await served.serves('ASC');
		if (!clock.hasSeenPage) await served.fetch('DESC', EVERYTHING, { limit: 1 });
	}
	const startMs =
		startFrom.kind === 'date' ? startFrom.startMs : startFrom.toStartMs(clock.times.presentMs);
	const cursor = { watermarkMs: startMs, floorMs: startMs, consumed: ConsumedEvents.none() };
	return { keptCursor: cursor, startCursor: cursor };
}
