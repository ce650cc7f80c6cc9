import type { CountBounds, EventLogClient } from '../api/client';
import type { TimeRange } from '../api/page';
import type { EventFilters } from '../events/filters';

/** What the service alone can choose. */
export interface CountedRange {
	readonly filters: EventFilters;
	/** Epoch milliseconds, half-open. */
	readonly range: TimeRange;
	/** The host's clock, epoch milliseconds: a bound in the future is left out, for some services refuse it. */
	readonly nowMs: number;
}

type CountSource = Pick<EventLogClient, 'count'>;

/** What Count says of a range, read as it documents its bounds: both exclusive. @throws EventLogFailure */
export async function askCount(
	{ count }: CountSource,
	{ filters, range: { startMs = 0, endMs = Infinity }, nowMs }: CountedRange,
): Promise<number> {
	const bounds: CountBounds = {
		...(startMs > 0 && { afterMs: startMs - 1 }),
		...(endMs < nowMs && { beforeMs: endMs }),
	};
	return await count(filters, bounds);
}

/**
 * Whether it makes no difference for a range how Count reads its bounds: it counts nothing between an edge and the
 * millisecond before it, where a service that includes its bounds counts the events of both.
 *
 * @throws EventLogFailure
 */
export async function areEdgesClear(
	{ count }: CountSource,
	{ filters, range: { startMs = 0, endMs = Infinity }, nowMs }: CountedRange,
): Promise<boolean> {
	const edges = [startMs, endMs].filter((edgeMs) => edgeMs > 0 && edgeMs < nowMs);
	const counts = await Promise.all(
		edges.map(async (edgeMs) => await count(filters, { afterMs: edgeMs - 1, beforeMs: edgeMs })),
	);
	return counts.every((events) => events === 0);
}
