import type { LoggedEvent } from '../events/event';
import type { FetchPage } from '../api/page';
import type { PageFetcher } from '../reading/page';
import { SECOND_MS } from '../text/times';

/**
 * The poll began then by the service's clock (its Date header) and by the host's; epoch milliseconds. Either may be
 * wrong, so neither is believed: the future is what neither clock has reached, and late events may still come for any
 * time that not both clocks have passed.
 */
export interface PollTimes {
	readonly earliestMs: number;
	readonly latestMs: number;
	/** The poll has gone on for this long. */
	readonly elapsedMs: number;
	/** People are shown this time: the service's, or the host's if the service tells none. */
	readonly presentMs: number;
}

/** The pages that a poll reads tell it the service's time. */
export class PollClock {
	private readonly startedAtMs: number;
	private serviceStartedAtMs: number | undefined;
	/** Any page tells the service's time, if the service tells it at all. */
	hasSeenPage = false;

	/** @param nowMs the host's clock, epoch milliseconds */
	constructor(private readonly nowMs: () => number) {
		this.startedAtMs = nowMs();
	}

	/** Gives the same pages; the first that tells the time counts. */
	takeTimeFrom(fetcher: PageFetcher<LoggedEvent>): PageFetcher<LoggedEvent> {
		const fetchPage: FetchPage<LoggedEvent> = async (request) => {
			const page = await fetcher.fetchPage(request);
			this.hasSeenPage = true;
			if (page.serviceTimeMs !== undefined)
				this.serviceStartedAtMs ??= page.serviceTimeMs - this.elapsedMs;
			return page;
		};
		return { ...fetcher, fetchPage };
	}

	/** The times as known so far: the service's clock shows with the first page. */
	get times(): PollTimes {
		const { startedAtMs, elapsedMs, serviceStartedAtMs } = this;
		const presentMs = serviceStartedAtMs ?? startedAtMs;
		// The service tells its time to the second.
		const aheadMs = serviceStartedAtMs === undefined ? startedAtMs : presentMs + SECOND_MS - 1;
		return {
			presentMs,
			earliestMs: Math.min(startedAtMs, presentMs),
			latestMs: Math.max(startedAtMs, aheadMs),
			elapsedMs,
		};
	}

	/** A host clock that is set meanwhile can't make it negative. */
	get elapsedMs(): number {
		return Math.max(0, this.nowMs() - this.startedAtMs);
	}
}
