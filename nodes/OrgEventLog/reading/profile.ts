import type { Order } from '../api/page';

/** Which orders a service serves: the one that is asked for, the newest first only, or none that can be relied on. */
export type ServedOrder = 'asked' | 'newestFirst' | 'none';

/** What a service has shown of how it sorts and cuts its pages. Plain JSON: it outlives the read. */
export interface ServiceProfile {
	/** Absent as long as it can't be told: of an empty log, or one of a single instant. */
	readonly order?: ServedOrder;
	/**
	 * When the first event was created in an order, epoch milliseconds: as far as a read came that was to learn how the
	 * service sorts, and failed. A quota may let no read get further than that.
	 */
	readonly firstTimesMs?: Readonly<Partial<Record<WrittenOrder, number>>>;
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

/** As a service may want it. */
export type WrittenOrder = Order | Lowercase<Order>;

type OrderProfile = Pick<ServiceProfile, 'order' | 'letterCase'>;

/** What is asked of a service to learn how it sorts; undefined where it refuses that. */
export interface OrderQuestions {
	/** @param isAgain whether what it said before does not count */
	timeOfFirst(order: WrittenOrder, isAgain?: 'again'): Promise<number | undefined>;
	/** Of the first page. */
	timesOfPage(order: WrittenOrder): Promise<readonly number[] | undefined>;
}

/** An event that comes as late as that can make a service look as if it kept the order. */
const YOUNG_LOG_MS = 24 * 3_600_000;

/**
 * How a service sorts that does not document it, from few events. The newest are asked for first, so that a log
 * that grows meanwhile can't look like one that keeps the order.
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
	questions: OrderQuestions,
	descending: 'DESC' | 'desc',
	ascending: 'ASC' | 'asc',
): Promise<ServedOrder | undefined> {
	const newestMs = await questions.timeOfFirst(descending);
	const oldestMs = newestMs === undefined ? undefined : await questions.timeOfFirst(ascending);
	if (newestMs === undefined || oldestMs === undefined) return undefined;
	if (oldestMs < newestMs) {
		const isYoung = newestMs - oldestMs < YOUNG_LOG_MS;
		const againMs = isYoung
			? ((await questions.timeOfFirst(descending, 'again')) ?? -Infinity)
			: newestMs;
		return oldestMs < againMs ? 'asked' : 'none';
	}
	const times = (await questions.timesOfPage(descending)) ?? [];
	if (times.every((timeMs) => timeMs === newestMs)) return undefined;
	// A service that sorts its oldest page as asked has nothing older than the event that it showed first.
	const isFalling = times.every((timeMs, index) => timeMs <= (times[index - 1] ?? Infinity));
	if (!isFalling || !times.some((timeMs) => timeMs < newestMs)) return 'none';
	const firstMs = (await questions.timeOfFirst(ascending, 'again')) ?? -Infinity;
	return firstMs >= newestMs ? 'newestFirst' : 'none';
}
