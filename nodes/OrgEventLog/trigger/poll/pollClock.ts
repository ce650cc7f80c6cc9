import type { LoggedEvent } from '../../events/event';
import type { FetchPage, LogSource } from '../../api/page';
import { type ServiceTraits, unknownTraits } from '../../reading/windowRequests';
import type { LogSection } from '../position/cursor';

/**
 * When the poll began, by the service's clock (its Date header) and by the host's; epoch milliseconds.
 * Either may be wrong, so neither is believed. The future is what neither clock has reached. Late events
 * may still come for any time that not both clocks have passed.
 */
export interface PollTimes extends Pick<LogSection, 'earliestMs' | 'latestMs' | 'elapsedMs'> {
	/** For people: by the service's clock, or by the host's where the service tells no time. */
	readonly presentMs: number;
}

/** The requests of one poll, watched for what they tell of time, and what reading learns of pages. */
export interface WatchedRequests {
	/** The given source, watched. */
	readonly source: LogSource<LoggedEvent>;
	/** To be asked once the first page has arrived. */
	readonly clock: () => PollTimes;
	/** For walks in one order. */
	readonly traits: ServiceTraits;
}

/** @param nowMs the host's clock, epoch milliseconds */
export function watchRequests(
	source: LogSource<LoggedEvent>,
	nowMs: () => number,
): WatchedRequests {
	const startedAtMs = nowMs();
	// A host clock that is set meanwhile can't make it negative.
	const elapsedMs = () => Math.max(0, nowMs() - startedAtMs);
	let serviceStartedAtMs: number | undefined;
	const fetchPage: FetchPage<LoggedEvent> = async (request) => {
		const page = await source.fetchPage(request);
		if (page.serviceTimeMs !== undefined) serviceStartedAtMs ??= page.serviceTimeMs - elapsedMs();
		return page;
	};
	const clock = () => {
		const presentMs = serviceStartedAtMs ?? startedAtMs;
		const [earliestMs, latestMs] = [
			Math.min(startedAtMs, presentMs),
			Math.max(startedAtMs, presentMs),
		];
		return { presentMs, earliestMs, latestMs, elapsedMs: elapsedMs() };
	};
	return { source: { ...source, fetchPage }, clock, traits: unknownTraits() };
}
