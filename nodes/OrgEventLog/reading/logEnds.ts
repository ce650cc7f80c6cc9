import type { ListClient } from '../api/client';
import { MIN_PAGE_LENGTH, type Order, type TimeRange } from '../api/page';
import { toOutcome } from '../errors/failure';
import type { LoggedEvent } from '../events/event';
import { windowOf } from './positions';
import { ServiceLog } from './serviceLog';

/**
 * Gives the oldest or the newest event of the log by List, whose order is documented; undefined for an empty log.
 * @throws EventLogFailure
 */
export async function fetchFirstEvent(
	client: ListClient,
	order: Order,
): Promise<LoggedEvent | undefined> {
	const { events } = await openList(client, MIN_PAGE_LENGTH).fetch(order, windowOf({}, order));
	return events[0];
}

/** Gives the time of the oldest event, epoch milliseconds; undefined if it can't be read. */
export async function readOldestTime(client: ListClient): Promise<number | undefined> {
	const outcome = await toOutcome(fetchFirstEvent(client, 'ASC'));
	return 'value' in outcome ? outcome.value?.createdAtMs : undefined;
}

/** Gives the newest events of a range by List, newest first, with one request. @throws EventLogFailure */
export async function fetchNewestEvents(
	client: ListClient,
	range: TimeRange,
	maxCount: number,
): Promise<readonly LoggedEvent[]> {
	const window = windowOf(range, 'DESC');
	return (await openList(client, maxCount).fetch('DESC', window, { mayBeEmpty: true })).events;
}

function openList(client: ListClient, maxPageLimit: number): ServiceLog<LoggedEvent> {
	return new ServiceLog<LoggedEvent>({
		fetchPage: async (request) => await client.listPage({}, request),
		maxPageLimit,
		isOrderReliable: true,
	});
}
