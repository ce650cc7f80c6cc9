import type { EventLogClient } from '../api/client';
import { DEFAULT_LIMIT, type Order } from '../api/page';
import { isOutOfReach, outcomeOf, valueOf } from '../errors/failure';
import type { FailureKind } from '../errors/failureKinds';
import type { LoggedEvent } from '../events/event';
import { windowOf } from './positions';
import { ServedLog } from './servedLog';

type ListSource = Pick<EventLogClient, 'listPage'>;

/**
 * The oldest or the newest event that the log holds, from List, whose order is documented; undefined for an empty
 * log.
 *
 * @param order oldest first or newest first
 * @throws EventLogFailure
 */
export async function fetchEnd(client: ListSource, order: Order): Promise<LoggedEvent | undefined> {
	const log = new ServedLog<LoggedEvent>({
		fetchPage: async (request) => await client.listPage({}, request),
		pageSize: DEFAULT_LIMIT,
		orderIsReliable: true,
	});
	const { events } = await log.fetch(order, windowOf({}, order));
	return events[0];
}

/** Undefined for an empty log; List alone can be asked for it. */
export type EndOfLog = LoggedEvent | 'listIsRefused' | undefined;

/** Elsewhere these are the fault of a key or a query; where Feed has just answered the same key, List refuses it. */
const ALSO_REFUSALS: ReadonlySet<FailureKind> = new Set([
	'unauthorized',
	'accessTokenRefused',
	'badRequest',
]);

/** The same for somebody who reads Feed, and may not read List. @throws EventLogFailure */
export async function readEnd(client: ListSource, order: Order): Promise<EndOfLog> {
	const outcome = await outcomeOf(fetchEnd(client, order));
	const isRefused =
		'failure' in outcome &&
		(isOutOfReach(outcome.failure) || ALSO_REFUSALS.has(outcome.failure.kind));
	return isRefused ? 'listIsRefused' : valueOf(outcome);
}

/** When the oldest event was created, epoch milliseconds; undefined where that can't be told. */
export async function readOldestTime(client: ListSource): Promise<number | undefined> {
	const outcome = await outcomeOf(fetchEnd(client, 'ASC'));
	return 'value' in outcome ? outcome.value?.createdAtMs : undefined;
}
