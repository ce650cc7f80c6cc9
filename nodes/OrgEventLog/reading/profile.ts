import type { Order } from '../api/page';
import type { TimedEvent } from '../events/event';
import type { NextWindow } from './windows';

/** Which orders a service serves: the one that is asked for, the newest first only, or none that can be relied on. */
export type ServedOrder = 'asked' | 'newestFirst' | 'none';

/** What a service has shown of how it sorts and cuts its pages. Plain JSON: it outlives the read. */
export interface ServiceProfile {
	/** Absent as long as it can't be told: of an empty log, or one of a single instant. */
	readonly order?: ServedOrder;
	/**
	 * What it gave when it was first asked for the newest events, where no more than that was learned: a quota may let
	 * no read get further.
	 */
	readonly newestPage?: PageTimes;
	/** How it wants `order` to be written, where capitals have no effect. */
	readonly letterCase?: 'lower';
	/** Entries of the longest page so far. */
	readonly longestPage: number;
	/** Bounds that were seen to include the instant that they name. */
	readonly includesAfter?: true;
	readonly includesBefore?: true;
	/** Where a log is read in windows, against the order that is served. */
	readonly nextWindow?: NextWindow;
}

export const UNKNOWN_PROFILE: ServiceProfile = { longestPage: 0 };

/** As a service may want it. */
export type WrittenOrder = Order | Lowercase<Order>;

/** An order as the service wants it to be written. */
export function toWritten(order: Order, { letterCase }: ServiceProfile): WrittenOrder {
	if (letterCase === undefined) return order;
	return order === 'ASC' ? 'asc' : 'desc';
}

type OrderProfile = Pick<ServiceProfile, 'order' | 'letterCase'>;

/** When the first and the last event of a page were created, epoch milliseconds. */
export interface PageTimes {
	readonly firstMs: number;
	readonly lastMs: number;
	/** Whether none of its events is newer than the one before it. */
	readonly isFalling: boolean;
}

export function timesOf(events: readonly TimedEvent[]): PageTimes | undefined {
	const timesMs = events.map(({ createdAtMs }) => createdAtMs);
	const [firstMs] = timesMs;
	const isFalling = timesMs.every((timeMs, index) => timeMs <= (timesMs[index - 1] ?? Infinity));
	return firstMs === undefined
		? undefined
		: { firstMs, lastMs: timesMs[timesMs.length - 1] ?? firstMs, isFalling };
}

/** What is asked of a service to learn how it sorts; undefined where it has nothing, or refuses that. */
export interface OrderQuestions {
	readonly timesOfPage: (order: WrittenOrder) => Promise<PageTimes | undefined>;
	/** When its first event was created, epoch milliseconds. */
	readonly timeOfFirst: (order: WrittenOrder) => Promise<number | undefined>;
}

/** An event that comes as late as that can make a service look as if it kept the order. */
const YOUNG_LOG_MS = 24 * 3_600_000;

/**
 * How a service sorts that does not document it, from its newest page and its oldest event. The newest are asked for
 * first, so that a log that grows meanwhile can't look like one that keeps the order.
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
	const { firstMs, lastMs, isFalling } = page;
	if (!isFalling) return 'none';
	if (oldestMs >= firstMs) return lastMs < firstMs ? 'newestFirst' : undefined;
	if (oldestMs < lastMs && firstMs - oldestMs >= YOUNG_LOG_MS) return 'asked';
	// One that sorts its oldest page as asked may have given the same, but gives its oldest event where one is asked for.
	const newestMs = await timeOfFirst(descending);
	const oldestAgainMs = newestMs === undefined ? Infinity : await timeOfFirst(ascending);
	return (oldestAgainMs ?? Infinity) < (newestMs ?? -Infinity) ? 'asked' : 'none';
}
