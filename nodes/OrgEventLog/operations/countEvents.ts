import type { EventLogClient } from '../api/client';
import type { LoggedEvent } from '../events/event';
import { type EventCheck, createListCheck } from '../events/filterMatcher';
import { AS_SPECIFIED, type Order } from '../api/page';
import type { OddEntries } from '../api/oddEntries';
import { bothChecks } from '../events/presets';
import type { MadeEvent } from '../output/output';
import { readEvents } from './readEvents';
import { type CountedRange, type EventCount, askCount, toCountBounds } from './serviceCount';

/** Up to this many events, reading is as quick as checking a count, and exact. */
export const MAX_EVENTS_TO_READ = 100;

/** How many pages may be read ahead of the counting. */
const MAX_PAGES_AHEAD = 16;

export interface CountRequest extends CountedRange {
	/** What the service can't filter by; then events have to be read to be counted. */
	readonly passes?: EventCheck;
	/** Takes note of what is not counted where events are read. */
	readonly odd: OddEntries;
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
	for await (const batch of readMatching(source, request, 'ASC', ({ id }) => id)) {
		count += batch.length;
	}
	return exactly(count);
}

/**
 * Counts the matching events of the half-open range by what the service's Count says. What it says
 * is checked: first against the newest events, which settle small counts, then for the way in which
 * it reads bounds and filters, and last for a number at which it stops counting.
 */
export async function countByAsking(
	source: CountSource,
	request: CountRequest,
): Promise<EventCount> {
	const { filters, range } = request;
	const bounds = toCountBounds(range, AS_SPECIFIED);
	// No single 0 is believed: that of a service that answers wrongly once would be taken for an empty log.
	const said = (await source.count(filters, bounds)) || (await source.count(filters, bounds));
	if (said === 0) return exactly(0);
	const newest = await readNewest(source, request);
	const minimum = canBeReadOneWayOnly(request) ? said : 0;
	const [event] = newest;
	if (event === undefined) return exactly(minimum);
	if (said <= MAX_EVENTS_TO_READ && newest.length <= MAX_EVENTS_TO_READ) {
		return exactly(Math.max(minimum, newest.length));
	}
	const oldest = newest[newest.length - 1] ?? event;
	const counted = await askCount(source, request, [event, oldest]);
	return counted ?? (await countByReading(source, request));
}

/** With neither a range nor a filter that can be read in two ways, Count can only fall short. */
function canBeReadOneWayOnly({ filters, range }: CountRequest): boolean {
	const isOpen = range.startMs === undefined && range.endMs === undefined;
	return isOpen && createListCheck(filters) === undefined;
}

function exactly(count: number): EventCount {
	return { count, capped: false };
}

/** All matching events where there are few, otherwise one more of the newest than few. */
async function readNewest(source: CountSource, request: CountRequest): Promise<LoggedEvent[]> {
	const newest: LoggedEvent[] = [];
	const limit = MAX_EVENTS_TO_READ + 1;
	for await (const batch of readMatching(source, request, 'DESC', (event) => event, limit)) {
		for (const { made } of batch) newest.push(made);
	}
	return newest;
}

function readMatching<Made extends object | string>(
	source: CountSource,
	{ filters, passes, range, odd, pageSize, maxParallelRequests }: CountRequest,
	order: Order,
	make: (event: LoggedEvent) => Made,
	limit?: number,
): AsyncGenerator<ReadonlyArray<MadeEvent<Made>>> {
	return readEvents(
		{
			fetchPage: async (page) => await source.listPage(filters, page),
			pageSize,
			orderIsReliable: true,
		},
		{
			order,
			range,
			odd,
			limit,
			maxParallelRequests,
			maxPagesAhead: MAX_PAGES_AHEAD,
			passes: bothChecks(createListCheck(filters), passes),
		},
		make,
	);
}
