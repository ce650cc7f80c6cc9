import type { FetchPage, LoggedEvent, PageRequest } from '../api/event';
import type { Cursor } from './cursor';

/** The first page behind a cursor, asked for once. */
export interface FirstPage {
	/** The given function; its first answer to the same request is the page that is here already. */
	readonly fetchPage: FetchPage;
	readonly events: readonly LoggedEvent[];
}

/** @throws what `fetchPages` throws */
export async function readFirstPage(
	fetchPages: FetchPage,
	{ floorMs }: Cursor,
	pageSize: number,
): Promise<FirstPage> {
	const bounds = floorMs > 0 ? { afterMs: floorMs - 1 } : {};
	const first: PageRequest = { order: 'ASC', ...bounds, skip: 0, limit: pageSize };
	const page = await fetchPages(first);
	let isHanded = false;
	return {
		events: page.events,
		fetchPage: async (request) => {
			if (isHanded || !isSameRequest(request, first)) return await fetchPages(request);
			isHanded = true;
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
	{ events }: FirstPage,
	{ floorMs, consumed }: Cursor,
	pageCap: number,
): boolean {
	if (events.length >= pageCap) return false;
	return consumed.isSpannedBy(events.filter(({ createdAtMs }) => createdAtMs >= floorMs));
}
