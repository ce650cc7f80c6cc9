import type { EventsPage, FetchPage, TimedEvent } from '../api/page';

/** What time it is for a poll. */
export interface PollClock {
	/**
	 * The service's time when the poll began, epoch milliseconds: from its first response, less the
	 * time that this took. Where no response tells the time it is the host's.
	 */
	readonly presentMs: () => number;
	/** Whether that is the service's own word. */
	readonly isToldByService: () => boolean;
	/** Since the poll began, milliseconds. A host clock that is set meanwhile can't make it negative. */
	readonly elapsedMs: () => number;
}

/** The requests of one poll, watched for what they tell of time and page sizes. */
export interface WatchedRequests<Event extends TimedEvent> {
	/** The given function, watched. */
	readonly fetchPage: FetchPage<Event>;
	readonly clock: PollClock;
	readonly longestPage: () => number;
}

/** @param nowMs the host's clock, epoch milliseconds */
export function watchRequests<Event extends TimedEvent>(
	nowMs: () => number,
	fetchPage: FetchPage<Event>,
): WatchedRequests<Event> {
	const startedAtMs = nowMs();
	const elapsedMs = () => Math.max(0, nowMs() - startedAtMs);
	let presentMs: number | undefined;
	let longestPage = 0;
	const watch = ({ events, serviceTimeMs }: EventsPage<Event>) => {
		if (serviceTimeMs !== undefined) presentMs ??= serviceTimeMs - elapsedMs();
		longestPage = Math.max(longestPage, events.length);
	};
	return {
		fetchPage: async (request) => {
			const page = await fetchPage(request);
			watch(page);
			return page;
		},
		clock: {
			presentMs: () => presentMs ?? startedAtMs,
			isToldByService: () => presentMs !== undefined,
			elapsedMs,
		},
		longestPage: () => longestPage,
	};
}
