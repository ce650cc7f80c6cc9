import type { LoggedEvent } from '../../events/event';
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
 * The cursor after everything that the log shows now, taken from the log itself. It has the newest event
 * that is not in the future, the ids of all events of the late-event window before it, and the ids of
 * later ones, as far as the state has room. The others count as new once their date has come. On an
 * empty log, every event to come is new, whatever its date.
 */
export async function readBaseline(
	{ source, clock, traits }: WatchedRequests,
	lateEventWindowMs: number,
): Promise<Baseline> {
	// Newest first.
	const events: LoggedEvent[] = [];
	let newestPastMs: number | undefined;
	// From when on events may still come late; before everything where there is no event.
	let windowStartMs = -Infinity;
	let completeFromMs = 0;
	for await (const batch of walkEvents(source, { order: 'DESC', range: {}, traits })) {
		for (const event of batch) events.push(event);
		const { earliestMs, latestMs } = clock();
		newestPastMs ??= batch.find(({ createdAtMs }) => createdAtMs <= latestMs)?.createdAtMs;
		if (newestPastMs !== undefined) {
			windowStartMs = Math.min(newestPastMs, earliestMs) - lateEventWindowMs;
		}
		const future = events.filter(({ createdAtMs }) => createdAtMs > latestMs).length;
		events.splice(0, future - MAX_FUTURE_EVENTS);
		const reachedMs = events[events.length - 1]?.createdAtMs ?? 0;
		if (reachedMs < windowStartMs || events.length >= MAX_EVENTS) {
			completeFromMs = reachedMs + 1;
			break;
		}
	}
	const floorMs = Math.max(windowStartMs, completeFromMs, 0);
	const consumed = ConsumedEvents.none().with(events, floorMs);
	return {
		cursor: { watermarkMs: newestPastMs ?? floorMs, floorMs, consumed },
		organizations: organizationsOf(events),
	};
}
