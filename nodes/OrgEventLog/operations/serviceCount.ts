import type { CountBounds, EventLogClient } from '../api/client';
import type { LoggedEvent, TimedEvent } from '../events/event';
import { hasLoneSubType } from '../events/filterMatcher';
import type { EventFilters } from '../events/filters';
import type { BoundsInclude, TimeRange } from '../api/page';
import { boundsOfWindow, windowOfRange } from '../reading/window';

/** The API's bounds for the half-open range, from a service that includes so much of them. */
export function toCountBounds(range: TimeRange, include: BoundsInclude): CountBounds {
	return boundsOfWindow(windowOfRange(range, 'ASC'), 'ASC', include);
}

type Count = EventLogClient['count'];

/** What the service alone can choose. */
export interface CountedRange {
	readonly filters: EventFilters;
	readonly range: TimeRange;
}

/** An event that exists and matches; its fields tell more where they are known. */
type KnownEvent = TimedEvent & Partial<Pick<LoggedEvent, 'fields'>>;

export interface EventCount {
	readonly count: number;
	/** Whether the service stopped counting, so that there may be more. */
	readonly capped: boolean;
}

/**
 * What Count says of a range once it is known how it reads bounds. No constant is taken for the number at
 * which it may stop: the parts before, at and after a known event can't be more than the whole unless that
 * was cut off.
 *
 * @param known events of the range, of which the first is asked about that Count knows: it may lag behind List
 * @param atLeast how many events there are for certain, where that is known
 * @returns undefined where it can't be relied on: it filters otherwise, or all lies in one of the parts
 */
export async function askCount(
	{ count }: Pick<EventLogClient, 'count'>,
	{ filters, range }: CountedRange,
	known: readonly KnownEvent[],
	atLeast = Infinity,
): Promise<EventCount | undefined> {
	for (const event of known) {
		const [boundsInclude, countsEvent, filtersAsHere] = await Promise.all([
			findBoundsInclude(count, event),
			count({ eventId: event.id }, {}),
			findWhetherFiltered(count, filters, event),
		]);
		if (countsEvent === 0) continue;
		if (!filtersAsHere) return undefined;
		const countIn = async (part: TimeRange) =>
			await count(filters, toCountBounds(part, boundsInclude));
		const said = atLeast < Infinity ? await countIn(range) : 0;
		if (said >= atLeast) return { count: said, capped: false };
		const { createdAtMs: knownMs } = event;
		const older = { ...range, endMs: knownMs };
		const parts = await Promise.all([
			countIn(older),
			countIn({ startMs: knownMs, endMs: knownMs + 1 }),
			countIn({ ...range, startMs: knownMs + 1 }),
		]);
		if (parts.filter((part) => part > 0).length < 2) return undefined;
		// Last, so that what is logged meanwhile does not look like a part that the whole lacks.
		const whole = await countIn(range);
		const missing = parts.reduce((sum, part) => sum + part, 0) - whole;
		if (missing <= 0) return { count: whole, capped: false };
		// Unless the log has lost that many of its oldest meanwhile.
		const lost = (parts[0] ?? 0) - (await countIn(older));
		return { count: whole, capped: missing > lost };
	}
	return undefined;
}

/** Only the event's own instant lies between: its id may stand at other times, too. */
async function findBoundsInclude(
	count: Count,
	{ id: eventId, createdAtMs }: KnownEvent,
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
	{ id: eventId, fields = {} }: KnownEvent,
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
