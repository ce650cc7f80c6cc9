import type { FetchPage, LogSource } from '../api/page';
import type { LoggedEvent } from '../events/event';

/** The service tells its time to the second. */
const SECOND_MS = 1_000;

/**
 * When the poll began, by the service's clock (its Date header) and by the host's; epoch milliseconds.
 * Either may be wrong, so neither is believed. The future is what neither clock has reached. Late events
 * may still come for any time that not both clocks have passed.
 */
export interface PollTimes {
	readonly earliestMs: number;
	readonly latestMs: number;
	/** For how long the poll has gone on. */
	readonly elapsedMs: number;
	/** For people: by the service's clock, or by the host's where the service tells no time. */
	readonly presentMs: number;
}

/** What time it is for one poll, by the pages that it reads. */
export class PollClock {
	private readonly startedAtMs: number;
	private serviceStartedAtMs: number | undefined;

	/** @param nowMs the host's clock, epoch milliseconds */
	constructor(private readonly nowMs: () => number) {
		this.startedAtMs = nowMs();
	}

	/** The same pages, each looked at for the time that it tells. */
	watch(source: LogSource<LoggedEvent>): LogSource<LoggedEvent> {
		const fetchPage: FetchPage<LoggedEvent> = async (request) => {
			const page = await source.fetchPage(request);
			if (page.serviceTimeMs !== undefined) {
				this.serviceStartedAtMs ??= page.serviceTimeMs - this.elapsedMs;
			}
			return page;
		};
		return { ...source, fetchPage };
	}

	/** To be asked once the first page has arrived. */
	get times(): PollTimes {
		const { startedAtMs, elapsedMs, serviceStartedAtMs: presentMs = startedAtMs } = this;
		const aheadMs = presentMs === startedAtMs ? startedAtMs : presentMs + SECOND_MS - 1;
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
