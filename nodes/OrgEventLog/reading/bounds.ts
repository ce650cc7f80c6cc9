import type { EventsPage, Order, PageRequest } from '../api/page';
import type { TimedEvent } from '../events/event';
import { type Window, timeAt } from './positions';

/** Set if the bound was seen to include the instant that it names. */
export interface InclusiveBounds {
	readonly includesAfter?: true;
	readonly includesBefore?: true;
}

/**
 * Gives the API's bounds for a window: wide enough for a service that may not include what they name.
 *
 * @param maxBeforeMs a later bound is left out, because some services refuse one in the future; epoch milliseconds
 */
export function boundsOf(
	{ from, to }: Window,
	order: Order,
	{ includesAfter, includesBefore }: InclusiveBounds,
	maxBeforeMs: number,
): Pick<PageRequest, 'afterMs' | 'beforeMs'> {
	const ends = [timeAt(from, order), timeAt(to, order)] as const;
	const [firstMs, lastMs] = [Math.min(...ends), Math.max(...ends)];
	const beforeMs = includesBefore ? lastMs : lastMs + 1;
	return {
		...(firstMs > -Infinity && { afterMs: includesAfter ? firstMs : firstMs - 1 }),
		...(beforeMs <= maxBeforeMs && { beforeMs }),
	};
}

/** Tells which bounds of a request its page shows to be inclusive. */
export function inclusiveBoundsOf(
	{ afterMs, beforeMs }: PageRequest,
	{ events }: EventsPage<TimedEvent>,
): InclusiveBounds {
	const isAt = (boundMs: number | undefined) =>
		boundMs !== undefined && events.some(({ createdAtMs }) => createdAtMs === boundMs);
	return {
		...(isAt(afterMs) && { includesAfter: true }),
		...(isAt(beforeMs) && { includesBefore: true }),
	};
}
