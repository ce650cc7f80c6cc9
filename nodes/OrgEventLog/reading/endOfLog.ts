import type { EventLogClient } from '../api/client';
import type { LoggedEvent } from '../events/event';
import type { Order, PageRequest } from '../api/page';
import { isOutOfReach, outcomeOf, valueOf } from '../errors/failure';
import type { FailureKind } from '../errors/failureKinds';
import { walkEvents } from './walk';
import { positionOf } from './window';

/**
 * The oldest or the newest event that the log holds: one request of List, whose order is documented. Undefined for an
 * empty log, and where the first events are not in that order: then they are at the other end.
 *
 * @param order oldest first or newest first
 * @throws EventLogFailure
 */
export async function fetchEnd(
	client: Pick<EventLogClient, 'listPage'>,
	order: Order,
): Promise<LoggedEvent | undefined> {
	const events = await fetchFirst(client, order, 2);
	const positions = events.map((event) => positionOf(event, order));
	return positions[0] === Math.min(...positions) ? events[0] : undefined;
}

/** Long enough to show an event behind malformed records. */
const LONGER_PAGE = 1_000;

/** So many of the first events, or fewer or more where odd entries stand among them. */
async function fetchFirst(
	{ listPage }: Pick<EventLogClient, 'listPage'>,
	order: Order,
	limit: number,
): Promise<readonly LoggedEvent[]> {
	const fetchPage = async (request: PageRequest) => await listPage({}, request);
	const { events, malformed } = await fetchPage({ order, skip: 0, limit });
	if (malformed === undefined) return events;
	const more = await fetchPage({ order, skip: 0, limit: LONGER_PAGE });
	if (more.events.length > 0) return more.events;
	// Pages are cut before the first event: reading knows the way past odd entries.
	const source = { fetchPage, pageSize: LONGER_PAGE, orderIsReliable: true };
	const batches = walkEvents(source, { order, range: {}, wanted: limit });
	for await (const batch of batches) return batch;
	return [];
}

/** Undefined for an empty log; List alone can be asked for it. */
export type EndOfLog = LoggedEvent | 'listIsRefused' | undefined;

/** Elsewhere the fault of a key or a query. But Feed has just answered the same key: so it is List that refuses. */
const ALSO_REFUSALS: ReadonlySet<FailureKind> = new Set([
	'unauthorized',
	'accessTokenRefused',
	'badRequest',
]);

/** The same for whoever reads Feed, and may not read List. @throws EventLogFailure */
export async function readEnd(
	client: Pick<EventLogClient, 'listPage'>,
	order: Order,
): Promise<EndOfLog> {
	const outcome = await outcomeOf(fetchEnd(client, order));
	const isRefused =
		'failure' in outcome &&
		(isOutOfReach(outcome.failure) || ALSO_REFUSALS.has(outcome.failure.kind));
	return isRefused ? 'listIsRefused' : valueOf(outcome);
}

/** When the oldest was created; undefined also where that can't be told. */
export async function readOldestTime(
	client: Pick<EventLogClient, 'listPage'>,
): Promise<number | undefined> {
	const outcome = await outcomeOf(fetchEnd(client, 'ASC'));
	return 'value' in outcome ? outcome.value?.createdAtMs : undefined;
}
