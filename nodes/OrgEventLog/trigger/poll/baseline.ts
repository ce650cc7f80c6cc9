import type { LoggedEvent } from '../../events/event';
import type { TimeRange } from '../../api/page';
import { walkEvents } from '../../reading/walk';
import { ConsumedEvents } from '../position/consumedEvents';
import { type Cursor, MAX_FUTURE_EVENTS } from '../position/cursor';
import { organizationsOf } from '../position/organizations';
import type { WatchedRequests } from './pollClock';

/** More than the state can hold. */
const MAX_EVENTS = 10_000;

export interface Baseline {
	readonly cursor: Cursor;
	readonly organizations: ReadonlySet<string>;
}

/**
 * The cursor after everything that the log shows now. It is taken from the log itself: the newest
 * event that is not in the future, with the ids of all events of the late-event window before it
 * and of all that are dated later, or of as many of these as the state holds: the others count as
 * new once their date has come. On an empty log every event to come is new, whatever its date.
 */
export async function readBaseline(
	requests: WatchedRequests,
	lateEventWindowMs: number,
): Promise<Baseline> {
	const newest = await readNewest(requests, {}, lateEventWindowMs);
	const { latestMs } = requests.clock();
	const future = newest.events.filter(({ createdAtMs }) => createdAtMs > latestMs);
	if (future.length <= MAX_FUTURE_EVENTS) return toBaseline(newest);
	const past = await readNewest(requests, { endMs: latestMs + 1 }, lateEventWindowMs);
	const next: LoggedEvent[] = [];
	const range = { startMs: latestMs + 1 };
	const ahead = { order: 'ASC', range, wanted: MAX_FUTURE_EVENTS } as const;
	for await (const batch of walkEvents(requests.source, ahead)) {
		for (const event of batch) next.push(event);
	}
	return toBaseline(past, next.slice(0, MAX_FUTURE_EVENTS));
}

interface NewestEvents {
	/** Newest first. */
	readonly events: readonly LoggedEvent[];
	/** Of the newest event that is not in the future. */
	readonly newestPastMs?: number;
	/** These are all events from there on, and older ones come late no more. */
	readonly floorMs: number;
}

async function readNewest(
	{ source, clock, traits }: WatchedRequests,
	range: TimeRange,
	lateEventWindowMs: number,
): Promise<NewestEvents> {
	const events: LoggedEvent[] = [];
	let newestPastMs: number | undefined;
	// From when on events may still come late; before everything where there is no event.
	let windowStartMs = -Infinity;
	let completeFromMs = 0;
	for await (const batch of walkEvents(source, { order: 'DESC', range, traits })) {
		for (const event of batch) events.push(event);
		const { earliestMs, latestMs } = clock();
		newestPastMs ??= batch.find(({ createdAtMs }) => createdAtMs <= latestMs)?.createdAtMs;
		if (newestPastMs !== undefined) {
			windowStartMs = Math.min(newestPastMs, earliestMs) - lateEventWindowMs;
		}
		const reachedMs = events[events.length - 1]?.createdAtMs ?? 0;
		if (reachedMs < windowStartMs || events.length >= MAX_EVENTS) {
			completeFromMs = reachedMs + 1;
			break;
		}
	}
	return { events, newestPastMs, floorMs: Math.max(windowStartMs, completeFromMs, 0) };
}

function toBaseline(
	{ events, newestPastMs, floorMs }: NewestEvents,
	future: readonly LoggedEvent[] = [],
): Baseline {
	const all = [...events, ...future];
	const consumed = ConsumedEvents.none().with(all, floorMs);
	return {
		cursor: { watermarkMs: newestPastMs ?? floorMs, floorMs, consumed },
		organizations: organizationsOf(all),
	};
}
