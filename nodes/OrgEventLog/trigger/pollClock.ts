import type { FetchPage } from '../api/event';

/** What one poll can know of time and page sizes, watched on its own requests. */
export interface PollClock {
	/** The given function, watched. */
	readonly fetchPage: FetchPage;
	/**
	 * The service's time when reading began, epoch milliseconds: from its first answer, less the
	 * time that this took. Where no answer tells the time it is the host's.
	 */
	readonly presentMs: () => number;
	/** Whether it is the service's. */
	readonly presentIsTold: () => boolean;
	/** Since the poll began, milliseconds. A host clock that is set meanwhile can't make it negative. */
	readonly elapsedMs: () => number;
	readonly longestPage: () => number;
}

/** @param nowMs the host's clock, epoch milliseconds */
export function watchPoll(nowMs: () => number, fetchPages: FetchPage): PollClock {
	const startedAtMs = nowMs();
	const elapsedMs = () => Math.max(0, nowMs() - startedAtMs);
	let presentMs: number | undefined;
	let longestPage = 0;
	return {
		async fetchPage(request) {
			const page = await fetchPages(request);
			if (page.serviceTimeMs !== undefined) presentMs ??= page.serviceTimeMs - elapsedMs();
			longestPage = Math.max(longestPage, page.events.length);
			return page;
		},
		presentMs: () => presentMs ?? startedAtMs,
		presentIsTold: () => presentMs !== undefined,
		elapsedMs,
		longestPage: () => longestPage,
	};
}
