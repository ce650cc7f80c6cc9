import type { EventLogClient } from '../api/client';
import type { TimeRange } from '../api/page';
import type { TimedEvent } from '../events/event';
import type { ReadRequest } from './readEvents';

type CountClient = Pick<EventLogClient, 'count'>;
type CountedRange = Pick<ReadRequest, 'filters' | 'nowMs' | 'range'>;

/**
 * Asks Count for a half-open range, with both bounds exclusive as documented.
 *
 * @param newestMs an event of this time was seen, so a service does not refuse a bound right behind it as future
 * @throws EventLogFailure
 */
export async function askCount(
	client: CountClient,
	{ filters, nowMs, range: { startMs = 0, endMs = Infinity } }: CountedRange,
	newestMs = -Infinity,
): Promise<number> {
	return await client.count(filters, {
		...(startMs > 0 && { afterMs: startMs - 1 }),
		...((endMs < nowMs || endMs <= newestMs + 1) && { beforeMs: endMs }),
	});
}

/**
 * Asks Count for a range and holds its parts against the whole.
 *
 * @param newest the first events of the range, newest first
 * @returns undefined if Count can't be relied on
 * @throws EventLogFailure
 */
export async function askAndCheck(
	client: CountClient,
	request: CountedRange,
	newest: readonly TimedEvent[],
): Promise<{ readonly count: number; readonly isCapped: boolean } | undefined> {
	const newestMs = newest[0]?.createdAtMs;
	const atNewest = newest.filter(({ createdAtMs }) => createdAtMs === newestMs).length;
	// A range of one instant has no parts.
	if (newestMs === undefined || atNewest === newest.length) return undefined;
	if (!(await areEdgesClear(client, request))) return undefined;
	const range = withEndThatCanBeAsked(request, newestMs);
	const ask = async (part: TimeRange) =>
		await askCount(client, { ...request, range: { ...range, ...part } }, newestMs);
	const count = await ask({});
	// A millisecond earlier, it has nothing of the newest even if the bound is inclusive.
	const older = await ask({ endMs: newestMs - 1 });
	if (count >= older + atNewest) return { count, isCapped: false };
	const isNewestCounted = (await ask({ startMs: newestMs })) > 0;
	return isNewestCounted ? { count, isCapped: true } : undefined;
}

/** Ends a range up to the present behind its newest event instead: without a bound, Count has the future, too. */
function withEndThatCanBeAsked({ range, nowMs }: CountedRange, newestMs: number): TimeRange {
	const { endMs = Infinity } = range;
	return endMs < nowMs || endMs === Infinity ? range : { ...range, endMs: newestMs + 1 };
}

/**
 * Inclusive bounds make no difference if nothing lies at the edges of a range: then Count finds nothing between an
 * edge and the millisecond before it, where a service that includes its bounds counts the events of both.
 */
async function areEdgesClear(
	{ count }: CountClient,
	{ filters, range: { startMs = 0, endMs = Infinity }, nowMs }: CountedRange,
): Promise<boolean> {
	const edges = [startMs, endMs].filter((edgeMs) => edgeMs > 0 && edgeMs < nowMs);
	const counts = await Promise.all(
		edges.map(async (edgeMs) => await count(filters, { afterMs: edgeMs - 1, beforeMs: edgeMs })),
	);
	return counts.every((events) => events === 0);
}
