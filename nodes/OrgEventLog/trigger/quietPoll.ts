import {
	type EventsPage,
	type FetchPage,
	type LogSource,
	type PageRequest,
	type TimedEvent,
	entriesIn,
} from '../api/page';
import type { Cursor } from './cursor';

/** What a poll asks first, which is all that it asks where nothing is new. */
export interface FirstLook<Event extends TimedEvent> {
	/** Whether it alone shows that nothing is new. */
	readonly isNothingNew: boolean;
	/** The source's; the page that was read already it gives without another request. */
	readonly fetchPage: FetchPage<Event>;
}

/**
 * One page of the log from the cursor's floor on, which reading then goes on from.
 *
 * @param pageCap shorter pages were not cut so far
 * @throws what the source throws
 */
export async function lookForNews<Event extends TimedEvent>(
	{ fetchPage, pageSize }: LogSource<Event>,
	cursor: Cursor,
	pageCap: number,
): Promise<FirstLook<Event>> {
	const { floorMs } = cursor;
	const bounds = floorMs > 0 ? { afterMs: floorMs - 1 } : {};
	const first: PageRequest = { order: 'ASC', ...bounds, skip: 0, limit: pageSize };
	const page = await fetchPage(first);
	let isHandedOver = false;
	return {
		isNothingNew: isAllKnown(page, cursor, Math.min(pageCap, pageSize)),
		fetchPage: async (request) => {
			if (isHandedOver || request.afterMs !== first.afterMs) return await fetchPage(request);
			isHandedOver = true;
			return page;
		},
	};
}

/**
 * Whether this page alone shows that nothing is new. It must be shorter than where pages are known
 * to be cut, and hold what was consumed last and what was consumed first, if anything was.
 */
function isAllKnown(
	page: EventsPage<TimedEvent>,
	{ floorMs, consumed }: Cursor,
	pageCap: number,
): boolean {
	if (consumed.isEmpty()) return entriesIn(page) === 0;
	if (entriesIn(page) >= pageCap) return false;
	return consumed.isSpannedBy(page.events.filter(({ createdAtMs }) => createdAtMs >= floorMs));
}
