import { toOutcome } from '../errors/outcome';
import { FAILURE_KINDS } from '../errors/failureKinds';
import type { LoggedEvent } from '../events/event';
import type { EventCheck } from '../events/filterMatcher';
import { readBackward } from '../reading/readLog';
import type { ServedLog } from '../reading/servedLog';
import type { Cursor } from './cursor/cursor';
import type { Lookback } from './stages/batch';

export interface LookbackRequest {
	/** The lookback begins then, epoch milliseconds. */
	readonly fromMs: number;
	/** The cursor at which the poll began. */
	readonly startCursor: Cursor;
	readonly matches: EventCheck;
	readonly isTimeUp: () => boolean;
}

/**
 * Gives the events that match and were consumed before the poll; it reads the newest first, as far as time and quota
 * allow: with these every poll would come to its end here.
 *
 * @throws EventLogFailure if anything else fails; the next poll counts the events
 */
export async function readLookback(
	log: ServedLog<LoggedEvent>,
	{ fromMs, startCursor: { watermarkMs, floorMs, consumed }, matches, isTimeUp }: LookbackRequest,
): Promise<Lookback> {
	const events: LoggedEvent[] = [];
	let cutToMs = Math.max(watermarkMs, floorMs - 1) + 1;
	if (fromMs >= cutToMs) return { events };
	const pages = readBackward(log, { startMs: fromMs, endMs: cutToMs });
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
		if (isTimeUp()) return { events, cutToMs };
	}
}
