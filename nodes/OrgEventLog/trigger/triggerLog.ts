import type { EventLogClient } from '../api/client';
import type { FetchLoggedEvents, LoggedEventSource } from '../api/event';
import { type EventCheck, createListCheck, createMatcher } from '../api/filterMatcher';
import { bothChecks } from '../api/presets';
import { type EndOfLog, fetchEnd, readEnd } from '../reading/endOfLog';
import type { TriggerSettings } from './settings';

/** What the trigger reads, and which of it starts the workflow. */
export interface TriggerLog {
	readonly source: LoggedEventSource;
	readonly fetchUnfilteredPage: FetchLoggedEvents;
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
	const endOfLog = source === 'list' ? fetchEnd : readEnd;
	const ends = {
		readOldest: async () => await endOfLog(client, 'ASC'),
		readNewest: async () => await endOfLog(client, 'DESC'),
	};
	if (source === 'list') {
		const fetchPage: FetchLoggedEvents = async (request) => await client.listPage(filters, request);
		return {
			source: { fetchPage, pageSize, orderIsReliable: true },
			fetchUnfilteredPage: async (request) => await client.listPage({}, request),
			...ends,
			matches: bothChecks(createListCheck(filters), passes) ?? (() => true),
		};
	}
	const fetchPage: FetchLoggedEvents = async (request) => await client.feedPage(request);
	return {
		source: { fetchPage, pageSize, orderIsReliable: false },
		fetchUnfilteredPage: fetchPage,
		...ends,
		matches: bothChecks(createMatcher(filters), passes),
	};
}
