import type { EventLogClient } from '../api/client';
import { MalformedRecords } from '../api/malformedRecords';
import type { TimeRange } from '../api/page';
import type { EventFilters } from '../selection/filters';
import type { ReadSettings } from '../parameters/parseReadOptions';
import { parseReadSettings, parseNewestFirstOptions } from '../parameters/parseReadOptions';
import { readSwitch } from '../parameters/switchFields';
import { collectReadingHints } from './hints';
import type { Operation } from './operation';
import { readLogBeginning, readEvents } from './readEvents';

const CAPPED_HINT =
	"The service stopped counting, so there may be more events. Turn on 'Exact Count' to count them all";

/** Always gives one item, even if it counts no event. */
export const countEvents: Operation = async (parameters, nowMs, openRun) => {
	const request = parseReadSettings('list', parameters, nowMs, parseNewestFirstOptions);
	const mustRead = readSwitch(parameters, 'exactCount') || request.clientSideCheck !== undefined;
	const { client } = await openRun(request);
	const quickCount = mustRead ? undefined : await readFewOrAskCount(client, request);
	const counted = quickCount ?? (await countByReading(client, request));
	const { count: selectedCount, isCapped, malformed } = counted;
	const logBeginsMs = await readLogBeginning(client, request);
	const reading = { selectedCount, malformed, logBeginsMs };
	const hints = await collectReadingHints(client, request, reading);
	return {
		items: [{ json: { count: selectedCount, ...(isCapped && { capped: true }) } }],
		hints: isCapped ? [CAPPED_HINT, ...hints] : hints,
	};
};

/** Reading up to so many events takes no more requests than asking Count, and is exact. */
export const MAX_EVENTS_READ_BEFORE_ASKING = 100;

interface CountResult {
	readonly count: number;
	/** It is true if the service stopped counting, so there may be more. */
	readonly isCapped: boolean;
	/** Count says nothing of malformed records, so none are known if it was asked. */
	readonly malformed: MalformedRecords;
}

/** Counts the events that pass by reading every one of them. @throws EventLogFailure */
async function countByReading(client: EventLogClient, request: ReadSettings): Promise<CountResult> {
	const oldestFirst = { ...request, source: 'list', order: 'ASC' } as const;
	const malformed = new MalformedRecords();
	let count = 0;
	for await (const page of readEvents(client, oldestFirst, malformed, ({ id }) => id))
		count += page.length;
	return { count, isCapped: false, malformed };
}

/**
 * Reads the events if they are few. If there are more, it asks Count, and checks the number.
 *
 * @returns undefined if Count can't be relied on
 * @throws EventLogFailure if either List or Count can't be used
 */
export async function readFewOrAskCount(
	client: EventLogClient,
	request: ReadSettings,
): Promise<CountResult | undefined> {
	const limit = MAX_EVENTS_READ_BEFORE_ASKING + 1;
	const newestFirst = { ...request, limit, source: 'list', order: 'DESC' } as const;
	const malformed = new MalformedRecords();
	const times: number[] = [];
	for await (const page of readEvents(client, newestFirst, malformed, ({ id }) => id)) {
		times.push(...page.map(({ createdAtMs }) => createdAtMs));
	}
	if (times.length < limit) return { count: times.length, isCapped: false, malformed };
	return await askCheckedCount(client, request, times);
}

/** Asks Count for a half-open range: the API documents that it excludes both bounds. @throws EventLogFailure */
export async function askCount(
	client: Pick<EventLogClient, 'count'>,
	filters: EventFilters,
	{ startMs = 0, endMs: beforeMs }: TimeRange,
): Promise<number> {
	return await client.count(filters, { ...(startMs > 0 && { afterMs: startMs - 1 }), beforeMs });
}

/**
 * Asks Count for a range and for parts of it, which must add up. Inclusive bounds make no difference where no event lies
 * at the range's edges. The range asked for ends with its newest event: services may refuse an end in the future.
 *
 * @param newestTimes the times of the newest events of the range, newest first
 * @returns undefined if the answers contradict each other. If the parts are more than the whole, the count is capped,
 *   provided that Count counts the newest event when asked for it alone
 */
async function askCheckedCount(
	client: EventLogClient,
	{ filters, range: { startMs = 0, endMs } }: ReadSettings,
	newestTimes: readonly number[],
): Promise<CountResult | undefined> {
	const [newestMs = NaN] = newestTimes;
	const isFarFromNext = (timeMs: number, at: number) => timeMs - (newestTimes[at + 1] ?? NaN) > 1;
	const splitAt = newestTimes.findIndex(isFarFromNext);
	// Bounds that may be inclusive can't split neighbouring milliseconds, nor leave out an event at the range's end.
	if (splitAt < 0 || endMs === newestMs + 1) return undefined;
	const ask = async (fromMs: number, toMs: number) =>
		await askCount(client, filters, { startMs: fromMs, endMs: toMs });
	// An empty range counts nothing, unless bounds are inclusive and an event lies there.
	if (startMs > 0 && (await ask(startMs, startMs)) > 0) return undefined;
	const count = await ask(startMs, newestMs + 1);
	// This range ends a millisecond before the newer events, so even an inclusive bound counts none of them.
	const olderCount = await ask(startMs, (newestTimes[splitAt] ?? NaN) - 1);
	const newerCount = splitAt + 1;
	const malformed = new MalformedRecords();
	if (count >= olderCount + newerCount) return { count, isCapped: false, malformed };
	const isNewestCounted = (await ask(newestMs, newestMs + 1)) > 0;
	return isNewestCounted ? { count, isCapped: true, malformed } : undefined;
}
