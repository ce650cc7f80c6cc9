import { toOutcome } from '../errors/outcome';
import type { LoggedEvent } from '../events/event';
import type { EventCheck } from '../events/filterMatcher';
import { readBackward } from '../reading/readLog';
import type { ServedLog } from '../reading/servedLog';
import type { Cursor } from './cursor/cursor';
import type { News } from './news';
import type { Lookback } from './stages/batch';

export interface LookbackRequest {
	/** The lookback begins then, epoch milliseconds. */
	readonly fromMs: number;
	/** The cursor at which the poll began. */
	readonly startCursor: Cursor;
	readonly news: News;
	readonly matches: EventCheck;
	readonly isTimeUp: () => boolean;
}

/**
 * Gives the events that match and were consumed before the poll; it reads the newest first, as far as there is time.
 * If reading the news has failed, the quota may be used up: then a later poll counts them.
 *
 * @throws EventLogFailure if only this fails: without it the poll has nothing to show
 */
export async function readLookback(
	log: ServedLog<LoggedEvent>,
	{ fromMs, startCursor, news, matches, isTimeUp }: LookbackRequest,
): Promise<Lookback> {
	const { watermarkMs, floorMs, consumed } = startCursor;
	// The poll has just gone over what is known from the floor on.
	const events = [...(news.known ?? [])];
	const endMs = news.known === undefined ? Math.max(watermarkMs, floorMs - 1) + 1 : floorMs;
	if (fromMs >= endMs) return { events };
	const pages = readBackward(log, { startMs: fromMs, endMs });
	for (;;) {
		const outcome = await toOutcome(pages.next());
		if ('failure' in outcome) {
			if (news.failure === undefined) throw outcome.failure;
			return { events, cut: { fromMs: endMs, by: 'failure' } };
		}
		const { done, value: page } = outcome.value;
		if (done === true) return { events };
		const wasConsumed = (event: LoggedEvent) => event.createdAtMs < floorMs || consumed.has(event);
		for (const event of page) if (wasConsumed(event) && matches(event)) events.push(event);
		const oldest = page[page.length - 1];
		if (oldest !== undefined && isTimeUp()) {
			return { events, cut: { fromMs: oldest.createdAtMs + 1, by: 'time' } };
		}
	}
}
