import type { EventLogClient } from '../api/client';
import type { LoggedEvent } from '../api/event';
import { type EventCheck, createListCheck, createMatcher } from '../api/filterMatcher';
import type { EventFilters } from '../api/filters';
import { OddEntries } from '../api/oddEntries';
import type { FetchPage, LogSource } from '../api/page';
import { bothChecks } from '../api/presets';
import { type EndOfLog, fetchEnd, readEnd } from '../reading/endOfLog';
import type { TriggerSettings } from './settings';

/** What the trigger reads, and which of it starts the workflow. */
export interface TriggerLog {
	readonly source: LogSource<LoggedEvent>;
	readonly fetchUnfilteredPage: FetchPage<LoggedEvent>;
	/** What was read of it and left out so far. */
	readonly odd: OddEntries;
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
	const odd = new OddEntries();
	const endOfLog = source === 'list' ? fetchEnd : readEnd;
	const others = {
		odd,
		readOldest: async () => await endOfLog(client, 'ASC'),
		readNewest: async () => await endOfLog(client, 'DESC'),
	};
	if (source === 'list') {
		const listOf = (wanted: EventFilters) =>
			odd.watch<LoggedEvent>(async (request) => await client.listPage(wanted, request));
		return {
			source: { fetchPage: listOf(filters), pageSize, orderIsReliable: true },
			fetchUnfilteredPage: listOf({}),
			...others,
			matches: bothChecks(createListCheck(filters), passes) ?? (() => true),
		};
	}
	const fetchPage = odd.watch<LoggedEvent>(async (request) => await client.feedPage(request));
	return {
		source: { fetchPage, pageSize, orderIsReliable: false },
		fetchUnfilteredPage: fetchPage,
		...others,
		matches: bothChecks(createMatcher(filters), passes),
	};
}
