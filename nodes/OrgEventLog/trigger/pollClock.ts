import type { FetchPage, LogSource, TimedEvent } from '../api/page';
import { walkEvents } from '../reading/walk';
import { type ServiceTraits, unknownTraits } from '../reading/windowRequests';
import { type ClockReading, type Present, settlePresent } from './present';

export interface PollClock {
	/** To be asked once the first page has arrived; the same for all of the poll. */
	readonly present: () => Promise<Present>;
	/** What that of the clocks shows which is behind, right or not; epoch milliseconds. */
	readonly earliestMs: () => number;
	/** Since the poll began, milliseconds. A host clock that is set meanwhile can't make it negative. */
	readonly elapsedMs: () => number;
	/** At the first response that told the time. */
	readonly reading: () => ClockReading | undefined;
}

/** The requests of one poll, watched for what they tell of time, and what reading learns of pages. */
export interface WatchedRequests<Event extends TimedEvent> {
	/** The given source, watched. */
	readonly source: LogSource<Event>;
	readonly clock: PollClock;
	/** For walks in one order. */
	readonly traits: ServiceTraits;
}

export interface WatchSettings {
	/** The host's clock, epoch milliseconds. */
	readonly nowMs: () => number;
	/** Of an earlier poll. */
	readonly earlierReading?: ClockReading;
}

export function watchRequests<Event extends TimedEvent>(
	source: LogSource<Event>,
	{ nowMs, earlierReading }: WatchSettings,
): WatchedRequests<Event> {
	const startedAtMs = nowMs();
	let reading: ClockReading | undefined;
	let present: Promise<Present> | undefined;
	const fetchPage: FetchPage<Event> = async (request) => {
		const page = await source.fetchPage(request);
		const { serviceTimeMs: serviceMs } = page;
		if (serviceMs !== undefined) reading ??= { serviceMs, hostMs: nowMs() };
		return page;
	};
	const findNewest = async (latestMs: number) => await newestTime(source, latestMs);
	return {
		source: { ...source, fetchPage },
		clock: {
			present: async () =>
				await (present ??= settlePresent({ startedAtMs, reading, earlierReading, findNewest })),
			earliestMs: () => Math.min(startedAtMs, reading?.serviceMs ?? startedAtMs),
			elapsedMs: () => Math.max(0, nowMs() - startedAtMs),
			reading: () => reading,
		},
		traits: unknownTraits(),
	};
}

async function newestTime(
	source: LogSource<TimedEvent>,
	latestMs: number,
): Promise<number | undefined> {
	const range = { endMs: latestMs + 1 };
	// Whole pages: from a feed that ignores the order the newest event can't be had one by one.
	for await (const [newest] of walkEvents(source, { order: 'DESC', range })) {
		if (newest !== undefined) return newest.createdAtMs;
	}
	return undefined;
}
