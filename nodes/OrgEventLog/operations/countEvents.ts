import type { EventLogClient } from '../api/client';
import type { TimedEvent } from '../events/event';
import { type EventCheck, createListCheck } from '../events/filterMatcher';
import { MalformedRecords } from '../api/malformedRecords';
import { type Outcome, isOutOfReach, outcomeOf, valueOf } from '../errors/failure';
import type { Order } from '../api/page';
import { bothChecks } from '../events/presets';
import { readEvents } from './readEvents';
import { type CountedRange, type EventCount, askCount, askUnchecked } from './serviceCount';

/** Up to this many events, reading is as quick as checking a count, and exact. */
export const MAX_EVENTS_TO_READ = 100;

/** How many events may be read ahead of the counting. */
const MAX_EVENTS_AHEAD = 16_000;

export interface CountRequest extends CountedRange {
	/** What the service can't filter by; then events have to be read to be counted. */
	readonly passes?: EventCheck;
	readonly pageSize: number;
	readonly maxParallelRequests: number;
}

export type CountSource = Pick<EventLogClient, 'count' | 'listPage'>;

/** Counts the matching events of the half-open range by reading every one of them. */
export async function countByReading(
	source: CountSource,
	request: CountRequest,
): Promise<EventCount> {
	let count = 0;
	const leftOut = new MalformedRecords();
	for await (const batch of readMatching(source, { ...request, odd: leftOut }, 'ASC')) {
		count += batch.length;
	}
	return { count, capped: false, leftOut };
}

/**
 * Counts the matching events of the half-open range: by reading them where they are few, or where the service may
 * filter otherwise than is meant, else by what Count says once that is checked. Where one of the two operations is
 * out of reach the other one tells.
 */
export async function countByAsking(
	source: CountSource,
	request: CountRequest,
): Promise<EventCount> {
	if (createListCheck(request.filters) !== undefined) return await countByReading(source, request);
	const odd = new MalformedRecords();
	const read = await outcomeOf(readNewest(source, { ...request, odd }));
	if (isOfWhatIsOutOfReach(read)) return await askUnchecked(source, request);
	const newest = valueOf(read);
	const known = newest[MAX_EVENTS_TO_READ];
	// The service counts what has no readable time, too.
	if (known === undefined) return { count: newest.length + odd.count, capped: false };
	const asked = await outcomeOf(askCount(source, request, known));
	const counted = isOfWhatIsOutOfReach(asked) ? undefined : valueOf(asked);
	return counted ?? (await countByReading(source, request));
}

async function readNewest(
	source: CountSource,
	request: CountRequest & { readonly odd: MalformedRecords },
): Promise<readonly TimedEvent[]> {
	const newest: TimedEvent[] = [];
	for await (const batch of readMatching(source, request, 'DESC', MAX_EVENTS_TO_READ + 1)) {
		newest.push(...batch);
	}
	return newest;
}

/** Which scope of a key permits which operation is not documented: one may do without the other. */
function isOfWhatIsOutOfReach(outcome: Outcome<unknown>): boolean {
	return 'failure' in outcome && isOutOfReach(outcome.failure);
}

function readMatching(
	source: CountSource,
	{ filters, passes, ...request }: CountRequest & { readonly odd: MalformedRecords },
	order: Order,
	limit?: number,
): AsyncIterable<readonly TimedEvent[]> {
	return readEvents(
		{
			fetchPage: async (page) => await source.listPage(filters, page),
			pageSize: request.pageSize,
			orderIsReliable: true,
		},
		{
			...request,
			order,
			limit,
			maxEventsAhead: MAX_EVENTS_AHEAD,
			passes: bothChecks(createListCheck(filters), passes),
		},
		({ id }) => id,
	);
}
