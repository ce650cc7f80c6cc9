import type { EventLogClient } from '../api/client';
import { MalformedRecords } from '../api/malformedRecords';
import type { TimeRange } from '../api/page';
import type { EventFilters } from '../events/filters';
import {
	parseReadRequest,
	parseAggregateOptions,
	type ReadRequest,
} from '../parameters/parseReadOptions';
import { readSwitch } from '../parameters/switches';
import { hintsOfReading } from './hints';
import type { Operation } from './operation';
import { readLogBeginning, readEvents } from './readEvents';

const CAPPED =
	"The service stopped counting, so there may be more events. Turn on 'Exact Count' to count them all";

/** Gives always one item, also for no event. */
export const count: Operation = async (parameters, nowMs, connect) => {
	const request = parseReadRequest('list', parameters, nowMs, parseAggregateOptions);
	const mustRead = readSwitch(parameters, 'exactCount') || request.passes !== undefined;
	const { client } = await connect(request);
	const asked = mustRead ? undefined : await readFewOrAskCount(client, request);
	const counted = asked ?? (await countByReading(client, request));
	const { count: passedCount, isCapped, malformed } = counted;
	const logBeginsMs = await readLogBeginning(client, request);
	const hints = await hintsOfReading(client, request, { passedCount, malformed, logBeginsMs });
	return {
		items: [{ json: { count: passedCount, ...(isCapped && { capped: true }) } }],
		hints: isCapped ? [CAPPED, ...hints] : hints,
	};
};

/** Up to this many events, `readFewOrAskCount` reads them: that takes as few requests as a count, and is exact. */
export const MAX_EVENTS_TO_READ = 100;

export interface EventCount {
	readonly count: number;
	/** True if the service stopped counting, so that there may be more. */
	readonly isCapped: boolean;
	/** Records that are not counted, as far as the events were read. */
	readonly malformed: MalformedRecords;
}

/** Counts the matching events of the half-open range by reading every one of them. @throws EventLogFailure */
export async function countByReading(
	client: EventLogClient,
	request: ReadRequest,
): Promise<EventCount> {
	const oldestFirst = { ...request, source: 'list', order: 'ASC' } as const;
	const malformed = new MalformedRecords();
	let count = 0;
	for await (const page of readEvents(client, oldestFirst, malformed, ({ id }) => id)) {
		count += page.length;
	}
	return { count, isCapped: false, malformed };
}

/**
 * Reads a few events; if there are more, asks Count, and checks its number.
 *
 * @returns undefined if Count can't be relied on
 * @throws EventLogFailure if either List or Count can't be used
 */
export async function readFewOrAskCount(
	client: EventLogClient,
	request: ReadRequest,
): Promise<EventCount | undefined> {
	const limit = MAX_EVENTS_TO_READ + 1;
	const newestFirst = { ...request, limit, source: 'list', order: 'DESC' } as const;
	const malformed = new MalformedRecords();
	const times: number[] = [];
	for await (const page of readEvents(client, newestFirst, malformed, ({ id }) => id)) {
		times.push(...page.map(({ createdAtMs }) => createdAtMs));
	}
	if (times.length < limit) return { count: times.length, isCapped: false, malformed };
	const checked = await askAndCheck(client, request, times);
	return checked && { ...checked, malformed: new MalformedRecords() };
}

/** Asks Count for a half-open range, with both bounds exclusive as documented. @throws EventLogFailure */
export async function askCount(
	client: Pick<EventLogClient, 'count'>,
	filters: EventFilters,
	{ startMs = 0, endMs: beforeMs }: TimeRange,
): Promise<number> {
	return await client.count(filters, { ...(startMs > 0 && { afterMs: startMs - 1 }), beforeMs });
}

/**
 * Asks Count for a range and holds its parts against the whole. Inclusive bounds make no difference if no events lie
 * right at the edges of the range. It ends behind its newest event, so that no service refuses its end as future.
 *
 * @param times those of the newest events of the range, newest first
 */
async function askAndCheck(
	client: EventLogClient,
	{ filters, range: { startMs = 0, endMs } }: ReadRequest,
	times: readonly number[],
): Promise<Omit<EventCount, 'malformed'> | undefined> {
	const [newestMs = NaN] = times;
	const isApart = (timeMs: number, index: number) => timeMs - (times[index + 1] ?? NaN) > 1;
	const lastAt = times.findIndex(isApart);
	// Events of neighbouring milliseconds have no parts that could be told apart.
	if (lastAt < 0 || endMs === newestMs + 1) return undefined;
	const ask = async (fromMs: number, toMs: number) =>
		await askCount(client, filters, { startMs: fromMs, endMs: toMs });
	if (startMs > 0 && (await ask(startMs, startMs)) > 0) return undefined;
	const count = await ask(startMs, newestMs + 1);
	// A millisecond earlier, it has none of the newer ones even if the bound is inclusive.
	const older = await ask(startMs, (times[lastAt] ?? NaN) - 1);
	if (count > older + lastAt) return { count, isCapped: false };
	const isNewestCounted = (await ask(newestMs, newestMs + 1)) > 0;
	return isNewestCounted ? { count, isCapped: true } : undefined;
}
