import type { Order } from '../api/page';
import { EventLogFailure } from '../errors/failure';
import type { TimedEvent } from '../events/event';
import type { Page } from './page';
import { type Window, timeAt, windowOf } from './positions';
import type { ServedLog } from './servedLog';

/**
 * Gives the page as the last one if the service gives it for any request, as a file that stands in for it does. To
 * tell, one event is asked for, behind all that was seen.
 *
 * @param window the page was asked for this
 * @throws EventLogFailure where the service ignores some of what it is asked for, because then more may follow
 */
export async function requireFixedPage<Event extends TimedEvent>(
	log: ServedLog<Event>,
	order: Order,
	{ from }: Window,
	page: Page<Event>,
): Promise<Page<Event>> {
	const nothing = windowOf({ startMs: log.newestExpectedMs + 2 }, order);
	const answer = await log.fetchUnlessRefused(order, nothing, { limit: 1, mayBeEmpty: true });
	if (answer?.entries === page.entries && answer.events.length === 0)
		return { ...page, isLast: true };
	const kind = page.outside > 0 ? 'contradictoryAnswer' : 'instantTooWide';
	throw new EventLogFailure(kind, { atMs: timeAt(from, order) });
}
