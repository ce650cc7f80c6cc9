import type { CountBounds, EventLogClient } from '../api/client';
import type { MalformedRecords } from '../api/malformedRecords';
import type { TimedEvent } from '../events/event';
import type { EventFilters } from '../events/filters';
import { AS_SPECIFIED, type BoundsInclude, type TimeRange } from '../api/page';
import { boundsOfWindow, windowOfRange } from '../reading/window';

/** The API's bounds for the half-open range, from a service that includes so much of them. */
export function toCountBounds(range: TimeRange, include: BoundsInclude): CountBounds {
	return boundsOfWindow(windowOfRange(range, 'ASC'), 'ASC', include);
}

/** What the service alone can choose. */
export interface CountedRange {
	readonly filters: EventFilters;
	readonly range: TimeRange;
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

/** What Count says of a range if it reads bounds as it documents them. */
export async function askUnchecked(
	{ count }: Pick<EventLogClient, 'count'>,
	{ filters, range }: CountedRange,
): Promise<EventCount> {
	const said = await count(filters, toCountBounds(range, AS_SPECIFIED));
	return { count: said, capped: false, unchecked: true };
}

/**
 * What Count says of a range once it is known how it reads bounds. No constant is taken for the number at
 * which it may stop: the parts before, at and after a known event can't be more than the whole unless that
 * was cut off.
 *
 * @param known an event of the range
 * @param atLeast how many events there are for certain, where that is known
 * @returns undefined where it can't be relied on: it doesn't know the event, or all lies in one of the parts
 */
export async function askCount(
	{ count }: Pick<EventLogClient, 'count'>,
	{ filters, range }: CountedRange,
	{ id: eventId, createdAtMs: knownMs }: TimedEvent,
	atLeast = Infinity,
): Promise<EventCount | undefined> {
	const [anywhere, atAfter, atBefore] = await Promise.all([
		// Count may lag behind List.
		count({ eventId }, {}),
		// Only the event's own instant lies between: its id may stand at other times, too.
		count({ eventId }, { afterMs: knownMs, beforeMs: knownMs + 1 }),
		count({ eventId }, { afterMs: knownMs - 1, beforeMs: knownMs }),
	]);
	if (anywhere === 0) return undefined;
	const include = { after: atAfter > 0, before: atBefore > 0 };
	const countIn = async (part: TimeRange) => await count(filters, toCountBounds(part, include));
	const said = atLeast < Infinity ? await countIn(range) : 0;
	if (said >= atLeast) return { count: said, capped: false };
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
