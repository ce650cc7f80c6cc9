import type { LoggedEvent } from '../api/event';
import type { EventCheck } from '../api/filterMatcher';
import type { LogSource } from '../api/page';
import { walkEvents } from '../reading/walk';

/** How many events a test run looks through for ones that match. */
const MAX_EVENTS_LOOKED_AT = 20_000;

export interface TestRunSettings {
	readonly matches: EventCheck;
	/** How many matching events are wanted. */
	readonly wanted: number;
	readonly isTimeUp: () => boolean;
}

/** The newest matching events, oldest first, for somebody who tries the trigger out. */
export async function readNewestEvents(
	source: LogSource<LoggedEvent>,
	{ matches, wanted, isTimeUp }: TestRunSettings,
): Promise<readonly LoggedEvent[]> {
	const found: LoggedEvent[] = [];
	let lookedAt = 0;
	for await (const events of walkEvents(source, { order: 'DESC', range: {} })) {
		for (const event of events) if (matches(event)) found.push(event);
		lookedAt += events.length;
		if (found.length >= wanted || lookedAt >= MAX_EVENTS_LOOKED_AT || isTimeUp()) break;
	}
	return found.slice(0, wanted).reverse();
}
