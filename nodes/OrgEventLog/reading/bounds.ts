import type { Order, PageRequest } from '../api/page';
import { type Window, timeAt } from './positions';
import type { ServiceProfile } from './profile';

/** Epoch milliseconds. */
export interface SeenTimes {
	/** Both clocks have reached it. */
	readonly presentMs: number;
	/** An event of this time was seen; -Infinity before the first one. */
	readonly newestSeenMs: number;
}

/** Gives the API's bounds for a window: wide enough for a service that may not include what they name. */
export function boundsOf(
	{ from, to }: Window,
	order: Order,
	{ includesAfter, includesBefore }: ServiceProfile,
	{ presentMs, newestSeenMs }: SeenTimes,
): Pick<PageRequest, 'afterMs' | 'beforeMs'> {
	const ends = [timeAt(from, order), timeAt(to, order)] as const;
	const [firstMs, lastMs] = [Math.min(...ends), Math.max(...ends)];
	const beforeMs = includesBefore ? lastMs : lastMs + 1;
	// Some services refuse a bound in the future.
	const isPast = beforeMs < presentMs || beforeMs <= newestSeenMs + 1;
	return {
		...(firstMs > -Infinity && { afterMs: includesAfter ? firstMs : firstMs - 1 }),
		...(isPast && { beforeMs }),
	};
}
