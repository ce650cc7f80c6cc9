import type { EventLogClient } from '../api/client';
import { MalformedRecords } from '../api/malformedRecords';
import type { LogSource } from '../api/page';
import { isOutOfReach, outcomeOf } from '../errors/failure';
import type { LoggedEvent, TimedEvent } from '../events/event';
import { type EventCheck, createListCheck } from '../events/filterMatcher';
import { bothChecks } from '../events/presets';
import { readEvents } from './readEvents';
import { type CountedRange, areEdgesClear, askCount } from './serviceCount';

/** Up to this many events, reading them takes as few requests as a count, and is exact. */
export const MAX_EVENTS_TO_READ = 100;

export interface CountRequest extends CountedRange {
	/** What the service can't filter by; then events have to be read to be counted. */
	readonly passes?: EventCheck;
	readonly pageSize: number;
	readonly maxParallelRequests: number;
}

export interface EventCount {
	readonly count: number;
	/** Whether the service stopped counting, so that there may be more. */
	readonly capped: boolean;
	/** Whether nothing could be read to check what the service said. */
	readonly unchecked?: true;
	/** What is not counted; nothing where the service counted. */
	readonly leftOut?: MalformedRecords;
}

export type CountSource = Pick<EventLogClient, 'count' | 'listPage'>;

/** Counts the matching events of the half-open range by reading every one of them. @throws EventLogFailure */
export async function countByReading(
	source: CountSource,
	request: CountRequest,
): Promise<EventCount> {
	const { filters, passes, ...others } = request;
	const leftOut = new MalformedRecords();
	const checked = { ...others, passes: bothChecks(createListCheck(filters), passes) };
	const batches = readEvents(
		listSource(source, request),
		{ ...checked, order: 'ASC', malformed: leftOut },
		({ id }) => id,
	);
	let count = 0;
	for await (const batch of batches) count += batch.length;
	return { count, capped: false, leftOut };
}

/**
 * Counts by asking the service: what Count says, once it is known that it knows the newest event, has not stopped
 * counting, and that its bounds make no difference. Where one of the two operations is out of reach the other tells.
 *
 * @throws EventLogFailure
 */
export async function countByAsking(
	source: CountSource,
	request: CountRequest,
): Promise<EventCount> {
	// The service may filter otherwise than is meant.
	if (createListCheck(request.filters) !== undefined) return await countByReading(source, request);
	const checked = await outcomeOf(countChecked(source, request));
	if ('value' in checked) return checked.value ?? (await countByReading(source, request));
	if (!isOutOfReach(checked.failure)) throw checked.failure;
	const asked = await outcomeOf(askCount(source, request));
	const isAlone = 'value' in asked;
	return isAlone
		? { count: asked.value, capped: false, unchecked: true }
		: await countByReading(source, request);
}

/**
 * What Count says, as far as that could be checked; by reading where there are few events.
 *
 * @returns undefined where Count can't be relied on
 * @throws EventLogFailure where one of the two operations can't be used
 */
export async function countChecked(
	source: CountSource,
	request: CountRequest,
): Promise<EventCount | undefined> {
	const malformed = new MalformedRecords();
	const newest = await readNewest(source, request, malformed);
	if (newest.length > MAX_EVENTS_TO_READ) return await checkCount(source, request, newest);
	return { count: newest.length, capped: false, leftOut: malformed };
}

/** @returns the newest events of the range, one more than are counted by reading */
async function readNewest(
	source: CountSource,
	{ filters, ...request }: CountRequest,
	malformed: MalformedRecords,
): Promise<readonly TimedEvent[]> {
	const limit = MAX_EVENTS_TO_READ + 1;
	const newest: TimedEvent[] = [];
	for await (const batch of readEvents(
		listSource(source, { filters, ...request }),
		{ ...request, order: 'DESC', limit, malformed },
		({ id }) => id,
	)) {
		newest.push(...batch);
	}
	return newest;
}

/** @param newest the first events of the range, newest first @returns undefined where Count can't be relied on */
async function checkCount(
	source: CountSource,
	request: CountRequest,
	newest: readonly TimedEvent[],
): Promise<EventCount | undefined> {
	const newestMs = newest[0]?.createdAtMs;
	const ofNewest = newest.filter(({ createdAtMs }) => createdAtMs === newestMs).length;
	// An instant of its own can't be held against the rest.
	if (newestMs === undefined || ofNewest === newest.length) return undefined;
	if (!(await areEdgesClear(source, request))) return undefined;
	const { startMs } = request.range;
	const countIn = async (range: { startMs?: number; endMs?: number }) =>
		await askCount(source, { ...request, range });
	const whole = await countIn(request.range);
	// A millisecond earlier, so that it has nothing of the newest however the bound is read.
	const older = await countIn({ startMs, endMs: newestMs - 1 });
	if (whole >= older + ofNewest) return { count: whole, capped: false };
	const knowsNewest = (await countIn({ ...request.range, startMs: newestMs })) > 0;
	return knowsNewest ? { count: whole, capped: true } : undefined;
}

function listSource(
	source: CountSource,
	{ filters, pageSize }: CountRequest,
): LogSource<LoggedEvent> {
	return {
		fetchPage: async (page) => await source.listPage(filters, page),
		pageSize,
		orderIsReliable: true,
	};
}
