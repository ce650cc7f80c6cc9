import type { FetchLoggedEvents, FetchMadeEvents } from '../../nodes/OrgEventLog/api/event';

/** Makes events of pages into something else, as the client does while it parses them. */
export function makingFrom(fetchPage: FetchLoggedEvents): FetchMadeEvents {
	return (make) => async (request) => {
		const { events, ...page } = await fetchPage(request);
		return { ...page, events: events.map(make) };
	};
}
