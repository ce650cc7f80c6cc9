import type { FetchPage, LoggedEvent } from '../api/event';
import { walkEvents } from '../reading/walk';

/** How many events a test run looks through for ones that match. */
const MOST_EVENTS_LOOKED_AT = 20_000;

export interface NewestEventsSettings {
	readonly matches: (event: LoggedEvent) => boolean;
	readonly orderIsReliable: boolean;
	readonly pageSize: number;
	/** How many matching events are wanted. */
	readonly wanted: number;
	readonly isTimeUp: () => boolean;
}

/** The newest matching events, oldest first, for somebody who tries the trigger out. */
export async function readNewestEvents(
	fetchPage: FetchPage,
	settings: NewestEventsSettings,
): Promise<readonly LoggedEvent[]> {
	const { matches, orderIsReliable, pageSize, wanted, isTimeUp } = settings;
	const found: LoggedEvent[] = [];
	let lookedAt = 0;
	for await (const events of walkEvents({
		fetchPage,
		order: 'DESC',
		range: {},
		pageSize,
		orderIsReliable,
	})) {
		found.push(...events.filter(matches));
		lookedAt += events.length;
		if (found.length >= wanted || lookedAt >= MOST_EVENTS_LOOKED_AT || isTimeUp()) break;
	}
	return found.slice(0, wanted).reverse();
}
