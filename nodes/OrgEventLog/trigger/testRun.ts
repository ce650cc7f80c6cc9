import type { LoggedEvent } from '../api/event';
import type { EventCheck } from '../api/filterMatcher';
import type { LogSource } from '../api/page';
import { walkEvents } from '../reading/walk';

/** How many events a test run looks through for ones that match. */
const MAX_EVENTS_LOOKED_AT = 20_000;

export interface TestRunSettings {
	readonly matches: EventCheck;
	/** Whether to go on to the end of what is looked through, however many match. */
	readonly wantsAll: boolean;
	readonly isTimeUp: () => boolean;
}

/** What a test run has found. */
export interface NewestEvents {
	/** Matching ones, oldest first. */
	readonly events: readonly LoggedEvent[];
	/** How many of the newest events were looked through for them. */
	readonly lookedAt: number;
}

/** Pages of the newest events, up to the first with one that matches, for somebody who tries the trigger out. */
export async function readNewestEvents(
	source: LogSource<LoggedEvent>,
	{ matches, wantsAll, isTimeUp }: TestRunSettings,
): Promise<NewestEvents> {
	const found: LoggedEvent[] = [];
	let lookedAt = 0;
	for await (const events of walkEvents(source, { order: 'DESC', range: {} })) {
		for (const event of events) if (matches(event)) found.push(event);
		lookedAt += events.length;
		const isFound = found.length > 0 && !wantsAll;
		if (isFound || lookedAt >= MAX_EVENTS_LOOKED_AT || isTimeUp()) break;
	}
	return { events: found.reverse(), lookedAt };
}
