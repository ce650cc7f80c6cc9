import type { EventLogClient } from '../../api/client';
import type { LoggedEvent } from '../../events/event';
import { type EventCheck, createListCheck, createMatcher } from '../../events/filterMatcher';
import type { EventFilters } from '../../events/filters';
import { MalformedRecords } from '../../api/malformedRecords';
import type { FetchPage, LogSource } from '../../api/page';
import { bothChecks } from '../../events/presets';
import { type EndOfLog, fetchEnd, readEnd } from '../../reading/endOfLog';
import { walkEvents } from '../../reading/walk';
import type { TriggerSettings } from '../../parameters/triggerSettings';

/** What the trigger reads, and which of it starts the workflow. */
export interface TriggerLog {
	readonly source: LogSource<LoggedEvent>;
	readonly fetchUnfilteredPage: FetchPage<LoggedEvent>;
	/** What was read of it and left out so far. */
	readonly odd: MalformedRecords;
	/** The oldest and the newest event that it holds, unfiltered. */
	readonly readOldest: () => Promise<EndOfLog>;
	readonly readNewest: () => Promise<EndOfLog>;
	readonly matches: EventCheck;
}

/** The log as the trigger's source reads it, filtered by the service or here. */
export function logOf(
	client: EventLogClient,
	{ source, filters, passes, pageSize }: TriggerSettings,
): TriggerLog {
	const odd = new MalformedRecords();
	const isList = source === 'list';
	const pagesOf = (wanted: EventFilters) =>
		odd.watch<LoggedEvent>(async (request) =>
			isList ? await client.listPage(wanted, request) : await client.feedPage(request),
		);
	const checkHere = isList ? createListCheck(filters) : createMatcher(filters);
	const endOfLog = isList ? fetchEnd : readEnd;
	return {
		source: { fetchPage: pagesOf(filters), pageSize, orderIsReliable: isList },
		fetchUnfilteredPage: pagesOf({}),
		odd,
		readOldest: async () => await endOfLog(client, 'ASC'),
		readNewest: async () => await endOfLog(client, 'DESC'),
		matches: bothChecks(checkHere, passes) ?? (() => true),
	};
}

/** How many events a test run looks through for ones that match. */
const MAX_EVENTS_LOOKED_AT = 20_000;

/**
 * The newest events that match, for somebody who tries the trigger out.
 *
 * @param upTo the first page with one that matches, or the end of what is looked through
 * @returns those that match, oldest first, and how many were looked through for them
 */
export async function readNewestEvents(
	{ source, matches }: Pick<TriggerLog, 'source' | 'matches'>,
	upTo: 'firstMatch' | 'end',
	isTimeUp: () => boolean,
) {
	const found: LoggedEvent[] = [];
	let lookedAt = 0;
	for await (const events of walkEvents(source, { order: 'DESC', range: {} })) {
		for (const event of events) if (matches(event)) found.push(event);
		lookedAt += events.length;
		const isFound = found.length > 0 && upTo === 'firstMatch';
		if (isFound || lookedAt >= MAX_EVENTS_LOOKED_AT || isTimeUp()) break;
	}
	return { events: found.reverse(), lookedAt };
}
