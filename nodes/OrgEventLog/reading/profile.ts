import type { Order } from '../api/page';
import type { TimedEvent } from '../events/event';

/** Which orders a service serves: the one that is asked for, the newest first only, or none that can be relied on. */
export type ServedOrder = 'asked' | 'newestFirst' | 'none';

/** What a service has shown of how it sorts and cuts its pages. Plain JSON: it outlives the read. */
export interface ServiceProfile {
	/** Absent as long as it can't be told: of an empty log, or one of a single instant. */
	readonly order?: ServedOrder;
	/** How it wants `order` to be written, where capitals have no effect. */
	readonly letterCase?: 'lower';
	/** Entries of the longest page so far. */
	readonly longestPage: number;
	/** Bounds that were seen to include the instant that they name. */
	readonly includesAfter?: true;
	readonly includesBefore?: true;
	/** Width of the windows that a log is read in against the order that is served, milliseconds. */
	readonly windowMs?: number;
}

export const UNKNOWN_PROFILE: ServiceProfile = { longestPage: 0 };

type OrderProfile = Pick<ServiceProfile, 'order' | 'letterCase'>;

/** The first events in an order that is written so, at most `limit`; undefined where the service refuses that. */
export type FetchFirst<Event extends TimedEvent> = (
	order: Order | Lowercase<Order>,
	limit: number | 'page',
) => Promise<readonly Event[] | undefined>;

/** An event that comes as late as that can make a service look as if it kept the order. */
const YOUNG_LOG_MS = 24 * 3_600_000;

/**
 * How a service sorts that does not document it, from few events. The newest are asked for first, so that a log
 * that grows meanwhile can't look like one that keeps the order.
 */
export async function learnOrder<Event extends TimedEvent>(
	fetchFirst: FetchFirst<Event>,
): Promise<OrderProfile> {
	const order = await learnOrderOf(fetchFirst, 'DESC', 'ASC');
	if (order === 'asked' || order === 'newestFirst') return { order };
	const lowerOrder = await learnOrderOf(fetchFirst, 'desc', 'asc');
	if (lowerOrder === 'asked' || lowerOrder === 'newestFirst') {
		return { order: lowerOrder, letterCase: 'lower' };
	}
	return order === undefined && lowerOrder === undefined ? {} : { order: 'none' };
}

async function learnOrderOf<Event extends TimedEvent>(
	fetchFirst: FetchFirst<Event>,
	descending: 'DESC' | 'desc',
	ascending: 'ASC' | 'asc',
): Promise<ServedOrder | undefined> {
	const timeOfFirst = async (order: Order | Lowercase<Order>) =>
		(await fetchFirst(order, 1))?.[0]?.createdAtMs;
	const newestMs = await timeOfFirst(descending);
	const oldestMs = newestMs === undefined ? undefined : await timeOfFirst(ascending);
	if (newestMs === undefined || oldestMs === undefined) return undefined;
	if (oldestMs < newestMs) {
		const isYoung = newestMs - oldestMs < YOUNG_LOG_MS;
		const againMs = isYoung ? ((await timeOfFirst(descending)) ?? -Infinity) : newestMs;
		return oldestMs < againMs ? 'asked' : 'none';
	}
	const times = ((await fetchFirst(descending, 'page')) ?? []).map((event) => event.createdAtMs);
	if (times.every((timeMs) => timeMs === newestMs)) return undefined;
	// A service that sorts its oldest page as asked has nothing older than the event that it showed first.
	const isFalling = times.every((timeMs, index) => timeMs <= (times[index - 1] ?? Infinity));
	if (!isFalling || !times.some((timeMs) => timeMs < newestMs)) return 'none';
	const firstMs = (await timeOfFirst(ascending)) ?? -Infinity;
	return firstMs >= newestMs ? 'newestFirst' : 'none';
}
