import type { LoggedEvent } from '../api/event';
import type { LogSource, TimeRange } from '../api/page';
import { walkEvents } from '../reading/walk';
import type { ServiceTraits } from '../reading/windowRequests';
import { type ClockRemark, remarksOn } from './clockRemarks';
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
	readonly remarks: readonly ClockRemark[];
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
	const { clock, lateEventWindowMs } = settings;
	const newest = await readNewest(source, {}, settings);
	const present = await clock.present();
	const { presentMs } = present;
	const remarks = remarksOn(present);
	const future = newest.events.filter(({ createdAtMs }) => createdAtMs > presentMs);
	if (future.length <= MAX_FUTURE_EVENTS) {
		return { ...toBaseline(newest, [], lateEventWindowMs), remarks };
	}
	const past = await readNewest(source, { endMs: presentMs + 1 }, settings);
	const next = await readFirst(source, { startMs: presentMs + 1 }, MAX_FUTURE_EVENTS);
	return { ...toBaseline(past, next, lateEventWindowMs), remarks };
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
	{ clock, traits, lateEventWindowMs }: BaselineSettings,
): Promise<NewestEvents> {
	const events: LoggedEvent[] = [];
	let newestPastMs: number | undefined;
	for await (const batch of walkEvents(source, { order: 'DESC', range, traits })) {
		for (const event of batch) events.push(event);
		const { presentMs } = await clock.present();
		newestPastMs ??= batch.find(({ createdAtMs }) => createdAtMs <= presentMs)?.createdAtMs;
		const reachedMs = events[events.length - 1]?.createdAtMs ?? 0;
		const windowIsRead = newestPastMs !== undefined && reachedMs < newestPastMs - lateEventWindowMs;
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

function toBaseline(
	{ events, newestPastMs, completeFromMs }: NewestEvents,
	future: readonly LoggedEvent[],
	lateEventWindowMs: number,
): Omit<Baseline, 'remarks'> {
	const windowStartMs = (newestPastMs ?? 0) - lateEventWindowMs;
	const floorMs = Math.max(windowStartMs, completeFromMs, 0);
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
