import type { LoggedEvent } from '../api/event';
import type { LogSource } from '../api/page';
import { walkEvents } from '../reading/walk';
import type { ServiceTraits } from '../reading/windowRequests';
import { type Cursor, type CursorRules, mayStopAt } from './cursor';
import { type Backlog, type NewEvents, NewEventsCollector } from './newEvents';
import type { PollClock } from './pollClock';

export interface NewEventsSettings extends CursorRules {
	/** Asked once the first page has arrived. */
	readonly clock: PollClock;
	/** Of the service, as far as they are known; what reading learns is added. */
	readonly traits: ServiceTraits;
	/** Whether the time for going over the late-event window again is used up. */
	readonly isWindowTimeUp: () => boolean;
	/** Whether the poll's time is used up: reading then ends with the page it has. */
	readonly isTimeUp: () => boolean;
}

/**
 * Reads from the cursor's floor on, oldest first, until the log ends, the poll is full or its time
 * is up; every call gets at least one page further. Where going over the window again would take
 * too much of the time, the rest of the window is left to the next poll, and what is new comes
 * first: the floor then follows only as far as the window was gone over.
 *
 * @throws EventLogFailure; then nothing of it counts
 */
export async function readNewEvents(
	source: LogSource<LoggedEvent>,
	start: Cursor,
	settings: NewEventsSettings,
): Promise<NewEvents> {
	const { traits } = settings;
	const collector = new NewEventsCollector(start, settings, settings.clock);
	const isTimeUp = () => collector.consumedCount > 0 && settings.isTimeUp();
	const isWindowTimeUp = () => collector.reachedMs < start.watermarkMs && settings.isWindowTimeUp();

	const end = await collectFrom(source, traits, start.floorMs, collector, [
		{ end: 'windowTime', isReached: isWindowTimeUp },
		{ end: 'time', isReached: isTimeUp },
	]);
	if (end !== 'windowTime') return collector.result(end);

	const goneOverToMs = collector.reachedMs;
	collector.holdFloorAt(goneOverToMs);
	const newOnly = [{ end: 'time', isReached: isTimeUp }] as const;
	const endOfNew = await collectFrom(source, traits, start.watermarkMs, collector, newOnly);
	if (collector.consumedCount > 0) return collector.result(endOfNew === 'none' ? 'time' : endOfNew);

	return collector.result(await collectFrom(source, traits, goneOverToMs, collector, newOnly));
}

/** When to stop reading although the log goes on, and what to call it. */
interface Stop<End> {
	readonly end: End;
	readonly isReached: () => boolean;
}

/** Collects from a time on, until the log ends, the poll is full or one of the stops is reached. */
async function collectFrom<End extends string>(
	source: LogSource<LoggedEvent>,
	traits: ServiceTraits,
	startMs: number,
	collector: NewEventsCollector,
	stops: ReadonlyArray<Stop<End>>,
): Promise<End | Exclude<Backlog, 'time'>> {
	// No service is sent a time before 1970 for nothing: the cursor drops what lies below its floor.
	const range = startMs > 0 ? { startMs } : {};
	for await (const events of walkEvents(source, { order: 'ASC', range, traits })) {
		const { cutShort, waitingFromMs } = collector.take(events);
		if (cutShort) return 'maxEvents';
		if (waitingFromMs !== undefined) return 'none';
		if (!mayStopAt(collector.cursor, collector.reachedMs)) continue;
		if (collector.isFull) return 'maxEvents';
		const stop = stops.find(({ isReached }) => isReached());
		if (stop !== undefined) return stop.end;
	}
	return 'none';
}
