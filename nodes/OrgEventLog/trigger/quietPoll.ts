import type { FetchPage, LogSource, PageRequest, TimedEvent } from '../api/page';
import type { Cursor } from './cursor';

/** The first page from a cursor's floor on, asked for once. */
export interface FirstPage<Event extends TimedEvent> {
	/** The source's; for the first such request it gives the page that is here already. */
	readonly fetchPageReplayingFirst: FetchPage<Event>;
	readonly events: readonly Event[];
}

/** @throws what the source throws */
export async function fetchAndReplayFirstPage<Event extends TimedEvent>(
	{ fetchPage, pageSize }: LogSource<Event>,
	{ floorMs }: Cursor,
): Promise<FirstPage<Event>> {
	const bounds = floorMs > 0 ? { afterMs: floorMs - 1 } : {};
	const first: PageRequest = { order: 'ASC', ...bounds, skip: 0, limit: pageSize };
	const page = await fetchPage(first);
	let isHandedOver = false;
	return {
		events: page.events,
		fetchPageReplayingFirst: async (request) => {
			if (isHandedOver || !isSameRequest(request, first)) return await fetchPage(request);
			isHandedOver = true;
			return page;
		},
	};
}

function isSameRequest(one: PageRequest, other: PageRequest): boolean {
	return (
		one.order === other.order &&
		one.afterMs === other.afterMs &&
		one.beforeMs === other.beforeMs &&
		one.skip === other.skip &&
		one.limit === other.limit
	);
}

/**
 * Whether this page alone shows that nothing is new. It must be shorter than pages are known to
 * get, and hold what was consumed last and what was consumed first: a service whose pages have
 * meanwhile become shorter cuts off the one or the other.
 */
export function isNothingNew(
	{ events }: FirstPage<TimedEvent>,
	{ floorMs, consumed }: Cursor,
	pageCap: number,
): boolean {
	if (events.length >= pageCap) return false;
	return consumed.isSpannedBy(events.filter(({ createdAtMs }) => createdAtMs >= floorMs));
}
