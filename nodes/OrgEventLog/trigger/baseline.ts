import { toOutcome, valueOrThrow } from '../errors/outcome';
import type { LoggedEvent } from '../events/event';
import { readBackward } from '../reading/readLog';
import type { ServedLog } from '../reading/servedLog';
import { ConsumedEvents } from './cursor/consumedEvents';
import type { Cursor } from './cursor/cursor';
import { organizationsOf } from './organizations';
import type { PollTimes } from './pollClock';

/** The state can't hold as many. */
const MAX_EVENTS = 10_000;

/** An id of the future may take some twenty characters of the state, and these may take a third of it. */
const MAX_FUTURE_EVENTS = 1_000;

export interface Baseline {
	readonly cursor: Cursor;
	readonly organizations: ReadonlySet<string>;
}

/**
 * Gives the cursor behind all that the log shows now: the ids of the late-event window before the newest event that is
 * due, and of what is dated later, as far as the state has room. After a request that fails the window is what was read.
 *
 * @throws EventLogFailure
 */
export async function readBaseline(
	log: ServedLog<LoggedEvent>,
	clock: { readonly times: PollTimes },
	lateEventWindowMs: number,
): Promise<Baseline> {
	// The newest comes first.
	const events: LoggedEvent[] = [];
	let newestPastMs: number | undefined;
	// Events may still come late from this time on; without any event, it is before everything.
	let lateEventWindowStartMs = -Infinity;
	let completeFromMs = 0;
	const pages = readBackward(log);
	for (;;) {
		const reachedMs = events[events.length - 1]?.createdAtMs ?? 0;
		const isEnough = reachedMs < lateEventWindowStartMs || events.length >= MAX_EVENTS;
		const outcome = isEnough ? undefined : await toOutcome(pages.next());
		const isCutShort = outcome && 'failure' in outcome && newestPastMs !== undefined;
		if (outcome === undefined || isCutShort) {
			completeFromMs = reachedMs + 1;
			break;
		}
		const { done, value: page } = valueOrThrow(outcome);
		if (done === true) break;
		for (const event of page) events.push(event);
		const { earliestMs, latestMs } = clock.times;
		newestPastMs ??= page.find(({ createdAtMs }) => createdAtMs <= latestMs)?.createdAtMs;
		if (newestPastMs !== undefined) {
			lateEventWindowStartMs = Math.min(newestPastMs, earliestMs) - lateEventWindowMs;
		}
		const future = events.filter(({ createdAtMs }) => createdAtMs > latestMs).length;
		events.splice(0, future - MAX_FUTURE_EVENTS);
	}
	const floorMs = Math.max(lateEventWindowStartMs, completeFromMs, 0);
	const consumed = ConsumedEvents.none();
	consumed.add(events, floorMs);
	return {
		cursor: { watermarkMs: newestPastMs ?? floorMs, floorMs, consumed },
		organizations: organizationsOf(events),
	};
}
