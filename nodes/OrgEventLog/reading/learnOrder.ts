import { DEFAULT_LIMIT, type RequestedOrder } from '../api/page';
import type { TimedEvent } from '../events/event';
import type { PageTimes, ServedOrder, ServiceProfile } from './profile';

/** A request for all of the log, whose answer tells how the service sorts. */
export interface OrderQuestion {
	readonly order: RequestedOrder;
	/** True if one event is enough. */
	readonly isForOne: boolean;
	/** True if what it gave before does not count. */
	readonly isAgain: boolean;
}

/** Asks a question; undefined where the service has nothing, or refuses the request. */
type Ask = (question: OrderQuestion) => Promise<PageTimes | undefined>;

/** In a log that spans less than this, one late event can make a service look as if it kept the order: both ends are asked for again. */
const YOUNG_LOG_MS = 24 * 3_600_000;

/**
 * Learns how a service sorts that does not document it, from its newest page and its oldest event. The newest are asked
 * for first, so that a log that grows meanwhile can't look like one that keeps the order.
 */
export async function learnOrder(ask: Ask): Promise<Pick<ServiceProfile, 'order' | 'letterCase'>> {
	const order = await learnOrderOf(ask, 'DESC', 'ASC');
	if (order === 'asked' || order === 'newestFirst') return { order };
	const lowerOrder = await learnOrderOf(ask, 'desc', 'asc');
	if (lowerOrder === 'asked' || lowerOrder === 'newestFirst') {
		return { order: lowerOrder, letterCase: 'lower' };
	}
	return order === undefined && lowerOrder === undefined ? {} : { order: 'none' };
}

/** @returns undefined where it can't be told */
async function learnOrderOf(
	ask: Ask,
	descending: 'DESC' | 'desc',
	ascending: 'ASC' | 'asc',
): Promise<ServedOrder | undefined> {
	const askFirstMs = async (order: RequestedOrder, isAgain = false) =>
		(await ask({ order, isForOne: true, isAgain }))?.firstMs;
	const page = await ask({ order: descending, isForOne: false, isAgain: false });
	const oldestMs = page && (await askFirstMs(ascending));
	if (page === undefined || oldestMs === undefined) return undefined;
	const { firstMs, lastMs, olderCount, isFalling } = page;
	if (!isFalling) return 'none';
	if (oldestMs < lastMs && firstMs - oldestMs >= YOUNG_LOG_MS) return 'asked';
	const isNothingOlder = oldestMs >= firstMs;
	if (isNothingOlder && lastMs === firstMs) return undefined;
	if (isNothingOlder && olderCount >= DEFAULT_LIMIT) return 'newestFirst';
	const newestMs = await askFirstMs(descending);
	if (newestMs === undefined) return undefined;
	if (isNothingOlder) {
		// A log that has dropped its oldest few meanwhile may look so, but then gives none of them again.
		const again = await ask({ order: descending, isForOne: false, isAgain: true });
		return again?.isFalling === true && again.lastMs < newestMs ? 'newestFirst' : 'none';
	}
	// A service may cut off the oldest page and sort only that. Asked for one event, newest first, it would then give the
	// oldest, so both ends are compared.
	const oldestAgainMs = await askFirstMs(ascending, true);
	if (oldestAgainMs === undefined) return undefined;
	return oldestAgainMs < newestMs ? 'asked' : 'none';
}

export function timesOf(events: readonly TimedEvent[]): PageTimes | undefined {
	const timesMs = events.map(({ createdAtMs }) => createdAtMs);
	const [firstMs] = timesMs;
	if (firstMs === undefined) return undefined;
	const isFalling = timesMs.every((timeMs, index) => timeMs <= (timesMs[index - 1] ?? Infinity));
	const olderCount = timesMs.filter((timeMs) => timeMs < firstMs).length;
	return { firstMs, lastMs: timesMs[timesMs.length - 1] ?? firstMs, olderCount, isFalling };
}
