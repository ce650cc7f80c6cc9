import type { LoggedEvent } from '../api/event';
import type { FetchPage, PageRequest } from '../api/page';

/** Events asked for at once. */
export const RECENT_PAGE_SIZE = 1_000;

/** What is read for a list in the editor: two requests at most. */
export const MAX_REQUESTS = 2;

/**
 * The newest events of the log, up to two pages of them. Where the second page can't be read, the
 * first is enough: how many events were looked at is said with everything that is made of them.
 *
 * @throws EventLogFailure where the first page can't be read
 */
export async function readRecentEvents(
	fetchPage: FetchPage<LoggedEvent>,
): Promise<readonly LoggedEvent[]> {
	const request: PageRequest = { order: 'DESC', skip: 0, limit: RECENT_PAGE_SIZE };
	const { events: newest } = await fetchPage(request);
	const oldestMs = newest.reduce((min, { createdAtMs }) => Math.min(min, createdAtMs), Infinity);
	if (!Number.isFinite(oldestMs)) return [];
	// One beyond the oldest, so that its own instant is in there whichever way the bound is read.
	const older = await fetchPage({ ...request, beforeMs: oldestMs + 1 }).then(
		({ events }) => events,
		() => [],
	);
	const known = new Set(newest.map(({ id }) => id));
	return [...newest, ...older.filter(({ id }) => !known.has(id))];
}
