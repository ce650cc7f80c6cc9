import type { LoggedEvent } from '../events/event';
import type { StartFrom, TriggerSettings } from '../parameters/parseTriggerSettings';
import { type Baseline, readBaseline } from './baseline';
import { ConsumedEvents } from './cursor/consumedEvents';
import { type Cursor, cursorBefore, isNew } from './cursor/cursor';
import { redeliverFromMs } from './stages/redelivery';
import { type TriggerState, cursorOf } from './state';
import type { TriggerLog } from './triggerLog';

/** Only the service's clock is wanted of this page, so it needs no bounds. */
const EVERYTHING = { from: -Infinity, to: Infinity };

export interface PollStart {
	readonly keptCursor: Cursor;
	/** Reading begins here: before the kept cursor if the last delivery has to come again. */
	readonly startCursor: Cursor;
	/** True if n8n was given the event before. */
	readonly isRedelivery: (event: LoggedEvent) => boolean;
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
	const deliveredToMs = redelivery?.deliveredToMs ?? -Infinity;
	const isGivenBefore = ({ createdAtMs }: LoggedEvent) => createdAtMs <= deliveredToMs;
	if (fromMs === undefined)
		return { keptCursor, startCursor: keptCursor, isRedelivery: isGivenBefore };
	const isRedelivery = (event: LoggedEvent) => isGivenBefore(event) || !isNew(keptCursor, event);
	return { keptCursor, startCursor: cursorBefore(keptCursor, fromMs), isRedelivery };
}

/** Gives the position of a trigger that has no state of this log. @throws EventLogFailure */
export async function begin(
	{ served, unfiltered, clock }: Pick<TriggerLog, 'served' | 'unfiltered' | 'clock'>,
	startFrom: StartFrom,
	lateEventWindowMs: number,
): Promise<PollStart> {
	const isRedelivery = () => false;
	if (startFrom.kind === 'now') {
		const baseline = await readBaseline(unfiltered, clock, lateEventWindowMs);
		const { cursor } = baseline;
		return { keptCursor: cursor, startCursor: cursor, isRedelivery, baseline };
	}
	if (startFrom.kind === 'last') {
		// The service tells its time with any page: to learn its order brings one.
		await served.serves('ASC');
		if (!clock.hasSeenPage) await served.fetch('DESC', EVERYTHING, { limit: 1 });
	}
	const startMs =
		startFrom.kind === 'date' ? startFrom.startMs : startFrom.toStartMs(clock.times.presentMs);
	const cursor = { watermarkMs: startMs, floorMs: startMs, consumed: ConsumedEvents.none() };
	return { keptCursor: cursor, startCursor: cursor, isRedelivery };
}
