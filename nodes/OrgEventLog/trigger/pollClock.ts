import type { TimedEvent } from '../events/event';
import type { FetchPage, LogSource } from '../api/page';
import { type ServiceTraits, unknownTraits } from '../reading/windowRequests';

/**
 * What time it was when the poll began, by the service's clock (its Date header) and by the host's; epoch
 * milliseconds. Either may be wrong, so none is believed: what neither has reached is the future, and
 * what not both have left behind may still get events. To be asked once the first page has arrived.
 */
export interface PollClock {
	/** For people: by the service's clock, or by the host's where the service tells no time. */
	readonly presentMs: () => number;
	/** By the clock that is behind. */
	readonly earliestMs: () => number;
	/** By the clock that is ahead. */
	readonly latestMs: () => number;
	/** Since the poll began, milliseconds. A host clock that is set meanwhile can't make it negative. */
	readonly elapsedMs: () => number;
}

/** The requests of one poll, watched for what they tell of time, and what reading learns of pages. */
export interface WatchedRequests<Event extends TimedEvent> {
	/** The given source, watched. */
	readonly source: LogSource<Event>;
	readonly clock: PollClock;
	/** For walks in one order. */
	readonly traits: ServiceTraits;
}

/** @param nowMs the host's clock, epoch milliseconds */
export function watchRequests<Event extends TimedEvent>(
	source: LogSource<Event>,
	nowMs: () => number,
): WatchedRequests<Event> {
	const startedAtMs = nowMs();
	const elapsedMs = () => Math.max(0, nowMs() - startedAtMs);
	let serviceStartedAtMs: number | undefined;
	const fetchPage: FetchPage<Event> = async (request) => {
		const page = await source.fetchPage(request);
		if (page.serviceTimeMs !== undefined) serviceStartedAtMs ??= page.serviceTimeMs - elapsedMs();
		return page;
	};
	const presentMs = () => serviceStartedAtMs ?? startedAtMs;
	return {
		source: { ...source, fetchPage },
		clock: {
			presentMs,
			earliestMs: () => Math.min(startedAtMs, presentMs()),
			latestMs: () => Math.max(startedAtMs, presentMs()),
			elapsedMs,
		},
		traits: unknownTraits(),
	};
}

/** What people should know about the times that a poll came across. Times are epoch milliseconds. */
export type ClockRemark =
	| { readonly kind: 'eventsWait'; readonly nextMs: number }
	| { readonly kind: 'startIsToCome'; readonly startMs: number };

/** A start that the user chose may lie in the future; reading doesn't come there. */
export function remarksOnStart(startMs: number, clock: PollClock): readonly ClockRemark[] {
	return startMs > clock.latestMs() ? [{ kind: 'startIsToCome', startMs }] : [];
}
