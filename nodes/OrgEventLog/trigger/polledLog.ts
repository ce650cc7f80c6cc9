import type { EventLogClient } from '../api/client';
import { MalformedRecords } from '../api/malformedRecords';
import type { Order, PageRequest } from '../api/page';
import type { LoggedEvent } from '../events/event';
import { type EventCheck, createFilterCheck, joinChecks } from '../selection/filterChecks';
import type { EventFilters } from '../selection/filters';
import type { TriggerSettings } from '../parameters/parseTriggerSettings';
import { fetchFirstEvent } from '../reading/logEnds';
import type { ServiceProfile } from '../reading/profile';
import { LogPages } from '../reading/logPages';

export interface PolledLog {
	/** If the source is List, the service filters it. */
	readonly sourceLog: LogPages<LoggedEvent>;
	/** No filter applies to it. */
	readonly unfilteredLog: LogPages<LoggedEvent>;
	readonly malformed: MalformedRecords;
	/** Gives the time since the poll began; a host's clock that is set meanwhile can't make it negative. */
	readonly getElapsedMs: () => number;
	/** Gives the time by which relative starts and heartbeats go: the service's, or the host's if it tells none. */
	readonly getPresentMs: () => number;
	/**
	 * Gives the first event in an order, so the oldest or the newest, whether it matches or not. A poll of a feed has no
	 * such function: it sees the newest, and the oldest where a gap is looked for, and may read nothing but the feed.
	 */
	readonly readFirstEvent?: (order: Order) => Promise<LoggedEvent | undefined>;
	readonly matches: EventCheck;
}

/** Gives the log as the trigger's source reads it. */
export function openLog(
	client: EventLogClient,
	{ source, filters, clientSideCheck, maxPageLimit }: TriggerSettings,
	profile: ServiceProfile | undefined,
): PolledLog {
	const malformed = new MalformedRecords();
	const startedAtMs = Date.now();
	const isList = source === 'list';
	const createPages = (wanted: EventFilters) => {
		const fetchPage = async (request: PageRequest) => {
			const page = isList ? await client.listPage(wanted, request) : await client.feedPage(request);
			malformed.addFrom(page);
			return page;
		};
		return new LogPages({ fetchPage, maxPageLimit, isOrderReliable: isList }, profile);
	};
	const sourceLog = createPages(filters);
	const unfilteredLog = isList && Object.keys(filters).length > 0 ? createPages({}) : sourceLog;
	return {
		sourceLog,
		unfilteredLog,
		malformed,
		getElapsedMs: () => Math.max(0, Date.now() - startedAtMs),
		getPresentMs: () => sourceLog.serviceTimeMs ?? unfilteredLog.serviceTimeMs ?? Date.now(),
		...(isList && { readFirstEvent: async (order) => await fetchFirstEvent(client, order) }),
		matches:
			joinChecks(isList ? undefined : createFilterCheck(filters), clientSideCheck) ?? (() => true),
	};
}
