import { toOutcome } from '../errors/outcome';
import { FAILURE_KINDS } from '../errors/failureKinds';
import type { LoggedEvent } from '../events/event';
import { readBackward } from '../reading/readLog';
import type { Cursor } from './cursor/cursor';
import type { Lookback } from './stages/batch';
import type { TriggerLog } from './triggerLog';

/**
 * Gives the events that match and were consumed before the poll; it reads the newest first, as far as time and quota
 * allow. If they run out, that is no failure, because they would with every poll.
 *
 * @param start the cursor at which the poll began
 * @param fromMs the lookback begins then, epoch milliseconds; `Infinity` for none
 * @throws EventLogFailure if anything else fails; the next poll counts the events
 */
export async function readLookback(
	{ served, matches, clock }: TriggerLog,
	{ watermarkMs, floorMs, consumed }: Cursor,
	fromMs: number,
	readingTimeMs: number,
): Promise<Lookback> {
	const events: LoggedEvent[] = [];
	// What was dated in the future when the trigger began lies beyond the watermark.
	let cutToMs = Math.max(watermarkMs, floorMs - 1, consumed.newestMs()) + 1;
	if (fromMs >= cutToMs) return { events };
	const pages = readBackward(served, { startMs: fromMs, endMs: cutToMs });
	for (;;) {
		const outcome = await toOutcome(pages.next());
		if ('failure' in outcome) {
			const { kind } = outcome.failure;
			if (kind !== 'outOfTime' && !FAILURE_KINDS[kind].isThrottling) throw outcome.failure;
			return { events, cutToMs };
		}
		const { done, value: page } = outcome.value;
		if (done === true) return { events };
		const wasConsumed = (event: LoggedEvent) => event.createdAtMs < floorMs || consumed.has(event);
		for (const event of page) if (wasConsumed(event) && matches(event)) events.push(event);
		cutToMs = (page[page.length - 1]?.createdAtMs ?? cutToMs - 1) + 1;
		if (clock.elapsedMs >= readingTimeMs) return { events, cutToMs };
	}
}
