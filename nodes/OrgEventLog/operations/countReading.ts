import type { LoggedEvent, TimeRange } from '../api/event';
import type { EventFilters } from '../api/eventFilters';
import type { CountBounds, EventLogClient } from '../api/eventLogClient';
import { hasLoneSubType } from './eventSelection';

/** How Count reads its bounds; the specification says exclusive. */
export interface BoundsReading {
	readonly includesAfter: boolean;
	readonly includesBefore: boolean;
}

export const AS_SPECIFIED: BoundsReading = { includesAfter: false, includesBefore: false };

/** The bounds that a service which reads them so takes for the half-open range. */
export function toCountBounds(
	{ startMs, endMs }: TimeRange,
	{ includesAfter, includesBefore }: BoundsReading,
): CountBounds {
	return {
		...(startMs !== undefined && startMs > 0 && { afterMs: startMs - (includesAfter ? 0 : 1) }),
		...(endMs !== undefined && { beforeMs: endMs - (includesBefore ? 1 : 0) }),
	};
}

/** Counts what a query matches; `filters` are all of the query. */
type Count = EventLogClient['count'];

/** How the service reads bounds, found out with an event that is known to exist. */
export async function findBoundsReading(
	count: Count,
	{ id: eventId, createdAtMs }: LoggedEvent,
): Promise<BoundsReading> {
	const [atAfter, atBefore] = await Promise.all([
		count({ eventId }, { afterMs: createdAtMs }),
		count({ eventId }, { beforeMs: createdAtMs }),
	]);
	return { includesAfter: atAfter > 0, includesBefore: atBefore > 0 };
}

const NO_SUBTYPE_OF_ANY_EVENT = 'not-a-subtype';

/**
 * Whether the service counts exactly what the filters mean, found out with an event that passes
 * them: times of nanoseconds exclude themselves, and a subtype filters without a type as well.
 */
export async function countsAsFiltered(
	count: Count,
	filters: EventFilters,
	{ id: eventId, fields }: LoggedEvent,
): Promise<boolean> {
	const { startTimeNs, endTimeNs } = filters;
	const probes: EventFilters[] = [];
	if (startTimeNs !== undefined || endTimeNs !== undefined) {
		const { created_at_ns: createdAtNs } = fields;
		if (typeof createdAtNs !== 'string') return false;
		const ownTimeNs = BigInt(createdAtNs);
		probes.push({ eventId, startTimeNs: ownTimeNs }, { eventId, endTimeNs: ownTimeNs });
	}
	if (hasLoneSubType(filters)) probes.push({ eventId, subType: NO_SUBTYPE_OF_ANY_EVENT });
	const counts = await Promise.all(probes.map(async (probe) => await count(probe, {})));
	return counts.every((counted) => counted === 0);
}
