import type { FetchPage, LoggedEvent } from '../api/event';
import { walkEvents } from '../reading/walk';
import { ConsumedEvents } from './consumedEvents';
import type { Cursor } from './cursor';

/** More than the state can hold. */
const ENOUGH_EVENTS = 10_000;

export interface BaselineSettings {
	readonly pageSize: number;
	readonly orderIsReliable: boolean;
	readonly lateEventWindowMs: number;
	/** The service's time when reading began; asked for once the first page has arrived. */
	readonly presentMs: () => number;
}

export interface Baseline {
	readonly cursor: Cursor;
	readonly organizations: ReadonlySet<string>;
}

/**
 * The cursor behind everything that the log shows now. It is taken from the log itself: the newest
 * event that is not in the future, with the ids of all events of the late-event window before it
 * and of all that are dated later. On an empty log every event to come is new, whatever its date.
 */
export async function readBaseline(
	fetchPage: FetchPage,
	settings: BaselineSettings,
): Promise<Baseline> {
	const events: LoggedEvent[] = [];
	const { pageSize, orderIsReliable } = settings;
	const walk = walkEvents({ fetchPage, order: 'DESC', range: {}, pageSize, orderIsReliable });
	let newestPastMs: number | undefined;
	let completeFromMs = 0;
	for await (const batch of walk) {
		events.push(...batch);
		const presentMs = settings.presentMs();
		newestPastMs ??= batch.find(({ createdAtMs }) => createdAtMs <= presentMs)?.createdAtMs;
		const reachedMs = events[events.length - 1]?.createdAtMs ?? 0;
		const windowIsRead =
			newestPastMs !== undefined && reachedMs < newestPastMs - settings.lateEventWindowMs;
		if (windowIsRead || events.length >= ENOUGH_EVENTS) {
			completeFromMs = reachedMs + 1;
			break;
		}
	}
	const windowStartMs = (newestPastMs ?? 0) - settings.lateEventWindowMs;
	const floorMs = Math.max(windowStartMs, completeFromMs, 0);
	return {
		cursor: {
			watermarkMs: newestPastMs ?? floorMs,
			floorMs,
			consumed: ConsumedEvents.none().with(events, floorMs),
		},
		organizations: new Set(events.flatMap(({ fields }) => organizationOf(fields))),
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
