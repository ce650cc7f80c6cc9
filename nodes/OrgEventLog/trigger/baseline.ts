import type { LoggedEvent } from '../events/event';
import type { LogSource, TimeRange } from '../api/page';
import { walkEvents } from '../reading/walk';
import type { ServiceTraits } from '../reading/windowRequests';
import { ConsumedEvents } from './consumedEvents';
import { type Cursor, MAX_FUTURE_EVENTS } from './cursor';
import { organizationsOf } from './organizations';
import type { PollClock } from './pollClock';

/** More than the state can hold. */
const MAX_EVENTS = 10_000;

export interface BaselineSettings {
	readonly lateEventWindowMs: number;
	/** Asked once the first page has arrived. */
	readonly clock: PollClock;
	/** Of the service when it is read newest first; what reading learns is added. */
	readonly traits: ServiceTraits;
}

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
	source: LogSource<LoggedEvent>,
	settings: BaselineSettings,
): Promise<Baseline> {
	const newest = await readNewest(source, {}, settings);
	const latestMs = settings.clock.latestMs();
	const future = newest.events.filter(({ createdAtMs }) => createdAtMs > latestMs);
	if (future.length <= MAX_FUTURE_EVENTS) return toBaseline(newest, [], settings);
	const past = await readNewest(source, { endMs: latestMs + 1 }, settings);
	const next = await readFirst(source, { startMs: latestMs + 1 }, MAX_FUTURE_EVENTS);
	return toBaseline(past, next, settings);
}

interface NewestEvents {
	/** Newest first. */
	readonly events: readonly LoggedEvent[];
	/** Of the newest event that is not in the future. */
	readonly newestPastMs?: number;
	/** From when on these are all events. */
	readonly completeFromMs: number;
}

async function readNewest(
	source: LogSource<LoggedEvent>,
	range: TimeRange,
	settings: BaselineSettings,
): Promise<NewestEvents> {
	const { clock, traits } = settings;
	const events: LoggedEvent[] = [];
	let newestPastMs: number | undefined;
	for await (const batch of walkEvents(source, { order: 'DESC', range, traits })) {
		for (const event of batch) events.push(event);
		const latestMs = clock.latestMs();
		newestPastMs ??= batch.find(({ createdAtMs }) => createdAtMs <= latestMs)?.createdAtMs;
		const reachedMs = events[events.length - 1]?.createdAtMs ?? 0;
		const windowIsRead = reachedMs < windowStart(newestPastMs, settings);
		if (windowIsRead || events.length >= MAX_EVENTS) {
			return { events, newestPastMs, completeFromMs: reachedMs + 1 };
		}
	}
	return { events, newestPastMs, completeFromMs: 0 };
}

async function readFirst(
	source: LogSource<LoggedEvent>,
	range: TimeRange,
	wanted: number,
): Promise<readonly LoggedEvent[]> {
	const events: LoggedEvent[] = [];
	for await (const batch of walkEvents(source, { order: 'ASC', range, wanted })) {
		for (const event of batch) events.push(event);
	}
	return events.slice(0, wanted);
}

/** From when on events may still come late; before everything where there is no event. */
function windowStart(
	newestPastMs: number | undefined,
	{ clock, lateEventWindowMs }: BaselineSettings,
): number {
	if (newestPastMs === undefined) return -Infinity;
	return Math.min(newestPastMs, clock.earliestMs()) - lateEventWindowMs;
}

function toBaseline(
	{ events, newestPastMs, completeFromMs }: NewestEvents,
	future: readonly LoggedEvent[],
	settings: BaselineSettings,
): Baseline {
	const floorMs = Math.max(windowStart(newestPastMs, settings), completeFromMs, 0);
	const consumed = [...events, ...future];
	return {
		cursor: {
			watermarkMs: newestPastMs ?? floorMs,
			floorMs,
			consumed: ConsumedEvents.none().with(consumed, floorMs),
		},
		organizations: organizationsOf(consumed),
	};
}

/** The cursor in front of everything from the given time on. */
export function cursorFrom(startMs: number): Cursor {
	return { watermarkMs: startMs, floorMs: startMs, consumed: ConsumedEvents.none() };
}
