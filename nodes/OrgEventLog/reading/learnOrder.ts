import { DEFAULT_LIMIT, type RequestedOrder } from '../api/page';
import type { TimedEvent } from '../events/event';
import type { PageTimes, ServedOrder, ServiceProfile } from './profile';

type OrderProfile = Pick<ServiceProfile, 'order' | 'letterCase'>;

export function timesOf(events: readonly TimedEvent[]): PageTimes | undefined {
	const timesMs = events.map(({ createdAtMs }) => createdAtMs);
	const [firstMs] = timesMs;
	const isFalling = timesMs.every((timeMs, index) => timeMs <= (timesMs[index - 1] ?? Infinity));
	if (firstMs === undefined) return undefined;
	const older = timesMs.filter((timeMs) => timeMs < firstMs).length;
	return { firstMs, lastMs: timesMs[timesMs.length - 1] ?? firstMs, older, isFalling };
}

/** Requests whose answers tell how a service sorts; undefined where it has nothing, or refuses the request. */
export interface OrderQuestions {
	/** @param isAgain true if what it gave before does not count */
	readonly timesOfPage: (order: RequestedOrder, isAgain?: true) => Promise<PageTimes | undefined>;
	/** Gives the time of its first event, epoch milliseconds. */
	readonly timeOfFirst: (order: RequestedOrder, isAgain?: true) => Promise<number | undefined>;
}

/** An event that comes as late as that can make a service look as if it kept the order. */
const YOUNG_LOG_MS = 24 * 3_600_000;

/**
 * Learns how a service sorts that does not document it, from its newest page and its oldest event. The newest are asked
 * for first, so that a log that grows meanwhile can't look like one that keeps the order.
 */
export async function learnOrder(questions: OrderQuestions): Promise<OrderProfile> {
	const order = await learnOrderOf(questions, 'DESC', 'ASC');
	if (order === 'asked' || order === 'newestFirst') return { order };
	const lowerOrder = await learnOrderOf(questions, 'desc', 'asc');
	if (lowerOrder === 'asked' || lowerOrder === 'newestFirst') {
		return { order: lowerOrder, letterCase: 'lower' };
	}
	return order === undefined && lowerOrder === undefined ? {} : { order: 'none' };
}

async function learnOrderOf(
	{ timesOfPage, timeOfFirst }: OrderQuestions,
	descending: 'DESC' | 'desc',
	ascending: 'ASC' | 'asc',
): Promise<ServedOrder | undefined> {
	const page = await timesOfPage(descending);
	const oldestMs = page && (await timeOfFirst(ascending));
	if (page === undefined || oldestMs === undefined) return undefined;
	const { firstMs, lastMs, older, isFalling } = page;
	if (!isFalling) return 'none';
	if (oldestMs >= firstMs) {
		if (lastMs === firstMs) return undefined;
		if (older >= DEFAULT_LIMIT) return 'newestFirst';
		// A log that has dropped its oldest few meanwhile may look so, but then gives none of them again.
		const newestMs = (await timeOfFirst(descending)) ?? -Infinity;
		const again = await timesOfPage(descending, true);
		return again?.isFalling === true && again.lastMs < newestMs ? 'newestFirst' : 'none';
	}
	if (oldestMs < lastMs && firstMs - oldestMs >= YOUNG_LOG_MS) return 'asked';
	// A service may cut off the oldest page and sort only that. Asked for one event, newest first, it would then give the
	// oldest, so both ends are compared.
	const newestMs = await timeOfFirst(descending);
	const oldestAgainMs = newestMs === undefined ? Infinity : await timeOfFirst(ascending, true);
	return (oldestAgainMs ?? Infinity) < (newestMs ?? -Infinity) ? 'asked' : 'none';
}
