import type { LoggedEvent, Order, TimeRange } from '../api/event';
import type { EventFilters } from '../api/eventFilters';
import type { EventLogClient } from '../api/eventLogClient';
import {
	AS_SPECIFIED,
	countsAsFiltered,
	findBoundsReading,
	toCountBounds,
	type BoundsReading,
} from './countReading';
import { createFilterCheck } from './eventSelection';
import { readEvents } from './readEvents';

/** So few events are read as quickly as a count is checked, and reading is exact. */
export const READ_UP_TO = 100;

/** So many pages may be read ahead of the counting. */
const PAGES_AHEAD = 16;

export interface CountQuestion {
	readonly filters: EventFilters;
	readonly range: TimeRange;
	readonly pageSize: number;
	readonly maxParallelRequests: number;
}

export interface EventCount {
	readonly count: number;
	/** Whether the service stopped counting, so that there may be more. */
	readonly capped: boolean;
}

export type CountSource = Pick<EventLogClient, 'count' | 'listPage' | 'onThrottled'>;

/** Counts the matching events of the half-open range by reading every one of them. */
export async function countByReading(
	source: CountSource,
	question: CountQuestion,
): Promise<EventCount> {
	let count = 0;
	for await (const batch of readMatching(source, question, 'ASC')) count += batch.length;
	return { count, capped: false };
}

/**
 * Counts the matching events of the half-open range by what the service's Count says, whichever way
 * it reads bounds. `capped` where the parts of the range don't add up to the whole.
 */
export async function countByAsking(
	source: CountSource,
	question: CountQuestion,
): Promise<EventCount> {
	const { filters, range } = question;
	const said = await source.count(filters, toCountBounds(range, AS_SPECIFIED));
	if (said === 0) return exactly(0);
	const newest = await readNewest(source, question);
	const [event] = newest;
	// With neither a range nor a filter that can be read in two ways, Count can only fall short.
	const least = isReadOneWay(question) ? said : 0;
	if (event === undefined) return exactly(least);
	if (said <= READ_UP_TO && newest.length <= READ_UP_TO) {
		return exactly(Math.max(least, newest.length));
	}

	const count: CountSource['count'] = async (...query) => await source.count(...query);
	const [reading, asFiltered] = await Promise.all([
		findBoundsReading(count, event),
		countsAsFiltered(count, filters, event),
	]);
	if (!asFiltered) return await countByReading(source, question);
	return await countWithin(source, question, reading, event);
}

/**
 * No constant is taken for the cap: a capped count of everything up to the newest event can't be
 * the sum of that event's instant and all before it, unless there is nothing before it.
 */
async function countWithin(
	source: CountSource,
	question: CountQuestion,
	reading: BoundsReading,
	{ createdAtMs: newestMs }: LoggedEvent,
): Promise<EventCount> {
	const { startMs, endMs } = question.range;
	const countIn = async (range: TimeRange) =>
		await source.count(question.filters, toCountBounds(range, reading));
	const [count, upToNewest, before, within] = await Promise.all([
		countIn({ startMs, endMs }),
		countIn({ startMs, endMs: newestMs + 1 }),
		countIn({ startMs, endMs: newestMs }),
		countIn({ startMs: newestMs, endMs: newestMs + 1 }),
	]);
	if (before === 0) return await countByReading(source, question);
	return { count, capped: upToNewest !== before + within };
}

function isReadOneWay({ filters, range }: CountQuestion): boolean {
	const isOpen = range.startMs === undefined && range.endMs === undefined;
	return isOpen && createFilterCheck(filters) === undefined;
}

function exactly(count: number): EventCount {
	return { count, capped: false };
}

/** All matching events where there are few, otherwise one more of the newest than few. */
async function readNewest(source: CountSource, question: CountQuestion): Promise<LoggedEvent[]> {
	const events: LoggedEvent[] = [];
	const batches = readMatching(source, question, 'DESC', READ_UP_TO + 1);
	for await (const batch of batches) events.push(...batch);
	return events;
}

function readMatching(
	source: CountSource,
	{ filters, ...reading }: CountQuestion,
	order: Order,
	limit?: number,
): AsyncGenerator<readonly LoggedEvent[]> {
	return readEvents({
		fetchPage: async (request) => await source.listPage(filters, request),
		...reading,
		order,
		orderIsReliable: true,
		maxPagesAhead: PAGES_AHEAD,
		onThrottled: (narrow) => source.onThrottled(narrow),
		limit,
		passes: createFilterCheck(filters),
	});
}
