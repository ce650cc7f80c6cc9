import { mayPassWithFewerEvents } from '../errors/failure';
import type { LoggedEvent } from '../events/event';
import { readBackUntil } from '../reading/readLog';
import { describeTime } from '../text/times';
import { type Cursor, isNew } from './cursor/cursor';
import type { PollInput } from './poll';
import type { Alert } from './stages/alert';

/**
 * Gives the events that match and were consumed before the poll, newest first, as far back as bursts count. If time or
 * quota runs out, that is a warning and no failure, because it would happen with every poll.
 *
 * @throws EventLogFailure if anything else fails; the next poll counts the events
 */
export async function readLookback(
	{ log: { sourceLog, matches, getElapsedMs }, emit, maxReadingMs }: PollInput,
	startCursor: Cursor,
	oldest: Alert | undefined,
): Promise<{ readonly events: readonly LoggedEvent[]; readonly warning?: string }> {
	const { watermarkMs, floorMs, consumed } = startCursor;
	const events: LoggedEvent[] = [];
	if (emit.grouping === undefined || oldest === undefined) return { events };
	const fromMs = oldest.event.createdAtMs - emit.grouping.lookbackMs;
	// An event dated in the future when the trigger began lies beyond the watermark, and counts once it is due.
	const newestMs = Math.max(watermarkMs, floorMs - 1, ...consumed.instants);
	let unreadBeforeMs = Math.min(newestMs, sourceLog.fasterClockMs) + 1;
	if (fromMs >= unreadBeforeMs) return { events };
	const end = await readBackUntil(sourceLog, { startMs: fromMs, endMs: unreadBeforeMs }, (page) => {
		for (const event of page) if (!isNew(startCursor, event) && matches(event)) events.push(event);
		unreadBeforeMs = (page[page.length - 1]?.createdAtMs ?? unreadBeforeMs - 1) + 1;
		return getElapsedMs() >= maxReadingMs;
	});
	if (end === 'wholeRange') return { events };
	if (end !== 'enough' && !mayPassWithFewerEvents(end)) throw end;
	const warning = `The poll could not count all events for bursts. Events before ${describeTime(unreadBeforeMs)} were not counted. Set Source to Matching Events and add filters, or lower Burst Minutes`;
	return { events, warning };
}
