import type { EventLogClient } from '../api/client';
import type { FetchLoggedEvents, LoggedEvent, LoggedEventSource } from '../api/event';
import { type EventCheck, createListCheck, createMatcher } from '../api/filterMatcher';
import { bothChecks } from '../api/presets';
import { fetchEnd } from '../reading/endOfLog';
import type { TriggerSettings } from './settings';

/** What the trigger reads, and which of it starts the workflow. */
export interface TriggerLog {
	readonly source: LoggedEventSource;
	readonly fetchUnfilteredPage: FetchLoggedEvents;
	/** The oldest and the newest event that it holds, unfiltered; undefined for an empty log. */
	readonly readOldest: () => Promise<LoggedEvent | undefined>;
	readonly readNewest: () => Promise<LoggedEvent | undefined>;
	readonly matches: EventCheck;
}

/** The log as the trigger's source reads it, filtered by the service or here. */
export function logOf(
	client: EventLogClient,
	{ source, filters, passes, pageSize }: TriggerSettings,
): TriggerLog {
	const ends = {
		readOldest: async () => await fetchEnd(client, 'ASC'),
		readNewest: async () => await fetchEnd(client, 'DESC'),
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
