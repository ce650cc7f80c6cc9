import type { FetchPage, LoggedEvent, TimeRange } from '../api/event';
import { walkEvents } from '../reading/walk';
import { ConsumedEvents } from './consumedEvents';
import type { Cursor } from './cursor';
import { MAX_EVENTS_OF_THE_FUTURE } from './cursor';

/** More than the state can hold. */
const ENOUGH_EVENTS = 10_000;

export interface BaselineSettings {
	readonly pageSize: number;
	readonly orderIsReliable: boolean;
	readonly lateEventWindowMs: number;
	/** The service's time when reading began; asked for once the first page has arrived. */
	readonly presentMs: () => number;
	/** Whether the service itself told it. */
	readonly presentIsTold: () => boolean;
}

export interface Baseline {
	readonly cursor: Cursor;
	readonly organizations: ReadonlySet<string>;
}

/**
 * The cursor behind everything that the log shows now. It is taken from the log itself: the newest
 * event that is not in the future, with the ids of all events of the late-event window before it
 * and of all that are dated later, or of as many of these as the state holds: the others count as
 * new once their date has come. On an empty log every event to come is new, whatever its date.
 */
export async function readBaseline(
	fetchPage: FetchPage,
	settings: BaselineSettings,
): Promise<Baseline> {
	const newest = await readNewest(fetchPage, {}, settings);
	const presentMs = settings.presentMs();
	const future = newest.events.filter(({ createdAtMs }) => createdAtMs > presentMs);
	if (future.length <= MAX_EVENTS_OF_THE_FUTURE || !settings.presentIsTold()) {
		return toBaseline(newest, [], settings);
	}
	const past = await readNewest(fetchPage, { endMs: presentMs + 1 }, settings);
	return toBaseline(past, future.slice(0, MAX_EVENTS_OF_THE_FUTURE), settings);
}

interface Newest {
	/** Newest first. */
	readonly events: readonly LoggedEvent[];
	/** Of the newest event that is not in the future. */
	readonly newestPastMs?: number;
	/** From when on these are all events. */
	readonly completeFromMs: number;
}

async function readNewest(
	fetchPage: FetchPage,
	range: TimeRange,
	settings: BaselineSettings,
): Promise<Newest> {
	const events: LoggedEvent[] = [];
	const { pageSize, orderIsReliable } = settings;
	let newestPastMs: number | undefined;
	for await (const batch of walkEvents({
		...{ fetchPage, order: 'DESC', range, pageSize, orderIsReliable },
	})) {
		events.push(...batch);
		const presentMs = settings.presentMs();
		newestPastMs ??= batch.find(({ createdAtMs }) => createdAtMs <= presentMs)?.createdAtMs;
		const reachedMs = events[events.length - 1]?.createdAtMs ?? 0;
		const windowIsRead =
			newestPastMs !== undefined && reachedMs < newestPastMs - settings.lateEventWindowMs;
		if (windowIsRead || events.length >= ENOUGH_EVENTS) {
			return { events, newestPastMs, completeFromMs: reachedMs + 1 };
		}
	}
	return { events, newestPastMs, completeFromMs: 0 };
}

function toBaseline(
	{ events, newestPastMs, completeFromMs }: Newest,
	future: readonly LoggedEvent[],
	{ lateEventWindowMs }: BaselineSettings,
): Baseline {
	const windowStartMs = (newestPastMs ?? 0) - lateEventWindowMs;
	const floorMs = Math.max(windowStartMs, completeFromMs, 0);
	const all = [...events, ...future];
	return {
		cursor: {
			watermarkMs: newestPastMs ?? floorMs,
			floorMs,
			consumed: ConsumedEvents.none().with(all, floorMs),
		},
		organizations: new Set(all.flatMap(({ fields }) => organizationOf(fields))),
	};
}

function organizationOf(fields: LoggedEvent['fields']): string[] {
	const organization = fields['org_id'];
	return typeof organization === 'string' ? [organization] : [];
}

/** The cursor in front of everything from the given time on. */
export function cursorFrom(startMs: number): Cursor {
	return { watermarkMs: startMs, floorMs: startMs, consumed: ConsumedEvents.none() };
}
