import { MIN_PAGE_LENGTH, type RequestedOrder, type Order } from '../api/page';
import type { TimedEvent } from '../events/event';
import type { WindowPlanState } from './windows';

/** A service serves the order that is asked for, the newest first only, or none that can be relied on. */
export type ServedOrder = 'asked' | 'newestFirst' | 'none';

/** A profile is what pages have shown of how a service sorts and cuts them. It is stored, so it is plain JSON. */
export interface ServiceProfile {
	/** It is absent as long as nothing tells the order, as in an empty log or one of a single instant. */
	readonly order?: ServedOrder;
	/** These answers to `learnOrder` are kept until the order is known: a quota may let no single read get them all. */
	readonly answers?: Readonly<Record<string, PageTimes | undefined>>;
	/** It is set if the service ignores an `order` in capitals. */
	readonly letterCase?: 'lower';
	readonly longestPage: number;
	/** The service refused an `after` of this time as too old, so none up to it is sent; epoch milliseconds. */
	readonly refusedAfterMs?: number;
	/** A poll took a short page of this length for the end. Nothing came after it at `provenAtMs`, epoch milliseconds. */
	readonly lastEnd?: { readonly entries: number; readonly provenAtMs?: number };
	/** It is set if the log is read in windows, against the order that is served. */
	readonly nextWindow?: WindowPlanState;
	/** A range with an end lies in the late-event window, and has a plan of its own. */
	readonly nextWindowToWatermark?: WindowPlanState;
}

/** Writes an order in the letter case that the service heeds. */
export function toRequestedOrder(order: Order, { letterCase }: ServiceProfile): RequestedOrder {
	if (letterCase === undefined) return order;
	return order === 'ASC' ? 'asc' : 'desc';
}

export interface PageTimes {
	readonly firstMs: number;
	readonly lastMs: number;
	/** So many events of the page are older than its first. */
	readonly olderCount: number;
	readonly isFalling: boolean;
}

/**
 * Asks for the log's first event in an order, or for its first page. Answers are kept from read to read; with `isAgain`
 * an answer is kept apart from the first one.
 */
type Ask = (
	order: RequestedOrder,
	what: 'one' | 'page',
	isAgain?: boolean,
) => Promise<PageTimes | undefined>;

/** In a log that spans less, one late event can make a service look as if it kept the order, so it is asked again. */
const YOUNG_LOG_MS = 24 * 3_600_000;

/**
 * Learns how a service sorts that does not document it, from its newest page and its oldest event. The newest are asked
 * for first, so that a log that grows meanwhile can't look like one that keeps the order.
 */
export async function learnOrder(
	log: { readonly profile: ServiceProfile; learn(shown: Partial<ServiceProfile>): void },
	fetchFirst: (order: RequestedOrder, what: 'one' | 'page') => Promise<readonly TimedEvent[]>,
): Promise<Pick<ServiceProfile, 'order' | 'letterCase'>> {
	const ask: Ask = async (order, what, isAgain = false) => {
		const key = `${what} ${order}${isAgain ? ' again' : ''}`;
		const times = log.profile.answers?.[key] ?? timesOf(await fetchFirst(order, what));
		log.learn({ answers: { ...log.profile.answers, [key]: times } });
		return times;
	};
	const order = await compareEnds(ask, 'DESC', 'ASC');
	if (order === 'asked' || order === 'newestFirst') return { order };
	const lowerCaseOrder = await compareEnds(ask, 'desc', 'asc');
	if (lowerCaseOrder === 'asked' || lowerCaseOrder === 'newestFirst')
		return { order: lowerCaseOrder, letterCase: 'lower' };
	return order === undefined && lowerCaseOrder === undefined ? {} : { order: 'none' };
}

/** Compares a log's newest page with its oldest event. @returns undefined if they can't tell the order */
async function compareEnds(
	ask: Ask,
	descending: 'DESC' | 'desc',
	ascending: 'ASC' | 'asc',
): Promise<ServedOrder | undefined> {
	const page = await ask(descending, 'page');
	const firstAscendingMs = page && (await ask(ascending, 'one'))?.firstMs;
	if (page === undefined || firstAscendingMs === undefined) return undefined;
	const { firstMs, lastMs, olderCount, isFalling } = page;
	if (!isFalling) return 'none';
	if (firstAscendingMs < lastMs && firstMs - firstAscendingMs >= YOUNG_LOG_MS) return 'asked';
	const isNothingOlder = firstAscendingMs >= firstMs;
	if (isNothingOlder && lastMs === firstMs) return undefined;
	if (isNothingOlder && olderCount >= MIN_PAGE_LENGTH) return 'newestFirst';
	const firstDescendingMs = (await ask(descending, 'one'))?.firstMs;
	if (firstDescendingMs === undefined) return undefined;
	if (isNothingOlder) {
		// The log may have dropped the page's older events meanwhile: asked for again, a page then has none of them.
		const again = await ask(descending, 'page', true);
		return again?.isFalling === true && again.lastMs < firstDescendingMs ? 'newestFirst' : 'none';
	}
	// A service may take as many of the oldest events as it is asked for, and sort only these. Asked for one event,
	// newest first, it would then give the oldest, so both ends are compared.
	const ascendingAgainMs = (await ask(ascending, 'one', true))?.firstMs;
	if (ascendingAgainMs === undefined) return undefined;
	return ascendingAgainMs < firstDescendingMs ? 'asked' : 'none';
}

function timesOf(events: readonly TimedEvent[]): PageTimes | undefined {
	const timesMs = events.map(({ createdAtMs }) => createdAtMs);
	const [firstMs] = timesMs;
	if (firstMs === undefined) return undefined;
	const isFalling = timesMs.every((timeMs, index) => timeMs <= (timesMs[index - 1] ?? Infinity));
	const olderCount = timesMs.filter((timeMs) => timeMs < firstMs).length;
	return { firstMs, lastMs: timesMs[timesMs.length - 1] ?? firstMs, olderCount, isFalling };
}
