import type { CountBounds, EventLogClient } from '../api/client';
import type { LoggedEvent, TimedEvent } from '../events/event';
import { hasLoneSubType } from '../events/filterMatcher';
import type { EventFilters } from '../events/filters';
import type { BoundsInclude, TimeRange } from '../api/page';

/** What the specification says of Count: both bounds are exclusive. */
export const AS_SPECIFIED: BoundsInclude = { after: false, before: false };

/** The API's bounds for the half-open range, from a service that includes so much of them. */
export function toCountBounds({ startMs, endMs }: TimeRange, include: BoundsInclude): CountBounds {
	return {
		...(startMs !== undefined && startMs > 0 && { afterMs: startMs - (include.after ? 0 : 1) }),
		...(endMs !== undefined && { beforeMs: endMs - (include.before ? 1 : 0) }),
	};
}

type Count = EventLogClient['count'];

/** How this service's Count reads what the specification leaves open. */
export interface CountConventions {
	readonly boundsInclude: BoundsInclude;
	/** Whether it counts the event at all: Count may lag behind List. */
	readonly countsEvent: boolean;
	/** Whether it counts exactly what the filters mean here. */
	readonly countsAsFiltered: boolean;
}

/** Finds out how Count reads bounds and filters, with an event that is known to exist and match. */
export async function findCountConventions(
	count: Count,
	filters: EventFilters,
	event: LoggedEvent,
): Promise<CountConventions> {
	const [boundsInclude, counted, countsAsFiltered] = await Promise.all([
		findBoundsInclude(count, event),
		count({ eventId: event.id }, {}),
		findWhetherFiltered(count, filters, event),
	]);
	return { boundsInclude, countsEvent: counted > 0, countsAsFiltered };
}

/** Only the event's own instant lies between: its id may stand at other times, too. */
async function findBoundsInclude(
	count: Count,
	{ id: eventId, createdAtMs }: LoggedEvent,
): Promise<BoundsInclude> {
	const [atAfter, atBefore] = await Promise.all([
		count({ eventId }, { afterMs: createdAtMs, beforeMs: createdAtMs + 1 }),
		count({ eventId }, { afterMs: createdAtMs - 1, beforeMs: createdAtMs }),
	]);
	return { after: atAfter > 0, before: atBefore > 0 };
}

const NO_SUBTYPE_OF_ANY_EVENT = 'not-a-subtype';

/** Times of nanoseconds exclude themselves here, and a subtype filters without a type as well. */
async function findWhetherFiltered(
	count: Count,
	filters: EventFilters,
	{ id: eventId, fields }: LoggedEvent,
): Promise<boolean> {
	const noneMatches: EventFilters[] = [];
	if (filters.startTime !== undefined || filters.endTime !== undefined) {
		const { created_at_ns: createdAtNs } = fields;
		if (typeof createdAtNs !== 'string' || !/^\d+$/.test(createdAtNs)) return false;
		const ownTime = BigInt(createdAtNs);
		noneMatches.push({ eventId, startTime: ownTime }, { eventId, endTime: ownTime });
	}
	if (hasLoneSubType(filters)) noneMatches.push({ eventId, subType: NO_SUBTYPE_OF_ANY_EVENT });
	const counts = await Promise.all(noneMatches.map(async (probe) => await count(probe, {})));
	return counts.every((counted) => counted === 0);
}

export interface EventCount {
	readonly count: number;
	/** Whether the service stopped counting, so that there may be more. */
	readonly capped: boolean;
}

/**
 * No constant is taken for the cap: the parts before, at and after a known event can't be more than the whole
 * unless that was cut off. Undefined where all lies in one of them, for then it can't be told.
 */
export async function countAndCheckSum(
	source: Pick<EventLogClient, 'count'>,
	{
		filters,
		range: { startMs, endMs },
	}: { readonly filters: EventFilters; readonly range: TimeRange },
	boundsInclude: BoundsInclude,
	{ createdAtMs: knownMs }: TimedEvent,
): Promise<EventCount | undefined> {
	const countIn = async (range: TimeRange) =>
		await source.count(filters, toCountBounds(range, boundsInclude));
	const parts = await Promise.all([
		countIn({ startMs, endMs: knownMs }),
		countIn({ startMs: knownMs, endMs: knownMs + 1 }),
		countIn({ startMs: knownMs + 1, endMs }),
	]);
	if (parts.filter((part) => part > 0).length < 2) return undefined;
	// Last, so that what is logged meanwhile does not look like a part that the whole lacks.
	const count = await countIn({ startMs, endMs });
	return { count, capped: count < parts.reduce((sum, part) => sum + part, 0) };
}
