import type { EventLogClient } from '../api/client';
import type { FetchLoggedEvents, LoggedEventSource } from '../api/event';
import { type EventCheck, createMatcher } from '../api/filterMatcher';
import { bothChecks } from '../api/presets';
import type { TriggerSettings } from './settings';

/** What the trigger reads, and which of it starts the workflow. */
export interface TriggerLog {
	readonly source: LoggedEventSource;
	readonly fetchUnfilteredPage: FetchLoggedEvents;
	readonly matches: EventCheck;
}

/** The log as the trigger's source reads it, filtered by the service or here. */
export function logOf(
	client: EventLogClient,
	{ source, filters, passesPreset, pageSize }: TriggerSettings,
): TriggerLog {
	if (source === 'list') {
		const fetchPage: FetchLoggedEvents = async (request) => await client.listPage(filters, request);
		return {
			source: { fetchPage, pageSize, orderIsReliable: true },
			fetchUnfilteredPage: async (request) => await client.listPage({}, request),
			matches: passesPreset ?? (() => true),
		};
	}
	const fetchPage: FetchLoggedEvents = async (request) => await client.feedPage(request);
	return {
		source: { fetchPage, pageSize, orderIsReliable: false },
		fetchUnfilteredPage: fetchPage,
		matches: bothChecks(createMatcher(filters), passesPreset),
	};
}
