import { isEventLogFailure } from '../errors/failure';
import type { LoggedEvent } from '../events/event';
import type { TriggerSettings } from '../parameters/parseTriggerSettings';
import { windowOf } from '../reading/positions';
import { ConsumedEvents } from './cursor/consumedEvents';
import { type Cursor, rewindCursor } from './cursor/cursor';
import { organizationsOf } from './organizations';
import type { PolledLog } from './polledLog';
import { readBackUntil } from '../reading/readLog';
import type { PollReading } from './readNewEvents';
import type { PollInput } from './poll';
import { redeliveryStartMsOf } from './stages/redelivery';
import { type TriggerState, cursorOf } from './state';

/** A baseline reads back no further than this: the state has room for fewer ids anyway. */
const MAX_BASELINE_EVENTS = 10_000;

/** An event dated in the future may take some twenty characters of the state, and all of them a third of it. */
const MAX_FUTURE_EVENTS = 1_000;

export interface PollStart {
	/** Events that this cursor knows as consumed are repeats where they come again. */
	readonly keptCursor: Cursor;
	/** Reading begins here: before the kept cursor if the last delivery has to come again. */
	readonly startCursor: Cursor;
	/** While a delivery comes again: n8n already had every event up to this time, epoch milliseconds. */
	readonly redeliveryEndMs?: number;
	/** It is set if the trigger begins now: then reading the baseline was all the reading there is. */
	readonly baseline?: PollReading;
}

export function startFromState(
	state: TriggerState,
	{ settings, processId }: Pick<PollInput, 'settings' | 'processId'>,
): PollStart {
	const keptCursor = cursorOf(state);
	const { redelivery } = state.stages;
	const fromMs = redeliveryStartMsOf(redelivery, settings, processId);
	const { repeatedToMs } = redelivery ?? {};
	if (fromMs === undefined)
		return { keptCursor, startCursor: keptCursor, redeliveryEndMs: repeatedToMs };
	return {
		keptCursor,
		startCursor: rewindCursor(keptCursor, fromMs),
		redeliveryEndMs: Math.max(keptCursor.watermarkMs, repeatedToMs ?? -Infinity),
	};
}

/** Gives the start of a trigger that has no state of this log. @throws EventLogFailure, ParameterError */
export async function startAnew(log: PolledLog, settings: TriggerSettings): Promise<PollStart> {
	const { sourceLog, getPresentMs } = log;
	const startFrom = settings.parseStartFrom();
	if (startFrom.kind === 'now') {
		const baseline = await readBaseline(log, settings);
		return { keptCursor: baseline.cursor, startCursor: baseline.cursor, baseline };
	}
	if (startFrom.kind === 'last') {
		// Any response tells the clock from which 'last' counts: learning the order brings one, unless it is known.
		await sourceLog.isServed('ASC');
		if (sourceLog.serviceTimeMs === undefined)
			await sourceLog.fetch('DESC', windowOf({}, 'DESC'), { limit: 1 });
	}
	const startMs =
		startFrom.kind === 'date' ? startFrom.startMs : startFrom.toStartMs(getPresentMs());
	const cursor = { watermarkMs: startMs, floorMs: startMs, consumed: ConsumedEvents.empty() };
	return { keptCursor: cursor, startCursor: cursor };
}

/**
 * Gives no events, and the cursor of a trigger that begins now, after all that the log shows. The events of the
 * late-event window and of the future count as consumed, as far as the state has room and no request fails.
 *
 * @throws EventLogFailure
 */
async function readBaseline(
	{ sourceLog, unfilteredLog }: PolledLog,
	{ lateEventWindowMs }: TriggerSettings,
): Promise<PollReading> {
	// The newest come first.
	const future: LoggedEvent[] = [];
	const past: LoggedEvent[] = [];
	// The floor is before everything if the log has no event.
	let floorMs = 0;
	const oldestReadMs = () => past[past.length - 1]?.createdAtMs ?? Infinity;
	const end = await readBackUntil(unfilteredLog, {}, (page) => {
		const { slowerClockMs, fasterClockMs } = unfilteredLog;
		for (const event of page) (event.createdAtMs > fasterClockMs ? future : past).push(event);
		const newestMs = past[0]?.createdAtMs ?? -Infinity;
		floorMs = Math.max(0, Math.min(newestMs, slowerClockMs) - lateEventWindowMs);
		return oldestReadMs() < floorMs || past.length >= MAX_BASELINE_EVENTS;
	});
	if (isEventLogFailure(end) && past.length === 0) throw end;
	if (end !== 'wholeRange') floorMs = Math.max(floorMs, oldestReadMs() + 1);
	const consumed = ConsumedEvents.empty();
	consumed.add([...future.slice(-MAX_FUTURE_EVENTS), ...past], floorMs);
	const watermarkMs = past[0]?.createdAtMs ?? floorMs;
	return {
		...{ matching: [], isAllRead: true, hasTakenNew: false },
		// The baseline is read without filters, so with them the next poll must not expect to see any of it again.
		hasSeenConsumed: sourceLog === unfilteredLog,
		cursor: { watermarkMs, floorMs, consumed },
		organizations: organizationsOf([...future, ...past]),
	};
}
