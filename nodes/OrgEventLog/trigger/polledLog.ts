import type { EventLogClient } from '../api/client';
import { MalformedRecords } from '../api/malformedRecords';
import type { Order, PageRequest } from '../api/page';
import type { LoggedEvent } from '../events/event';
import { type EventCheck, createFilterCheck, joinChecks } from '../selection/filterChecks';
import type { EventFilters } from '../selection/filters';
import type { TriggerSettings } from '../parameters/parseTriggerSettings';
import { fetchFirstEvent } from '../reading/logEnds';
import type { ServiceProfile } from '../reading/profile';
import { ServiceLog } from '../reading/serviceLog';

export interface PolledLog {
	/** If the source is List, the service filters it. */
	readonly sourceLog: ServiceLog<LoggedEvent>;
	/** No filter applies to it. */
	readonly unfilteredLog: ServiceLog<LoggedEvent>;
	readonly malformed: MalformedRecords;
	/** Gives the time since the poll began; a host's clock that is set meanwhile can't make it negative. */
	readonly getElapsedMs: () => number;
	/** Gives the time by which relative starts and heartbeats go: the service's, or the host's if it tells none. */
	readonly getPresentMs: () => number;
	/**
	 * Gives the first event in an order, so the oldest or the newest, whether it matches or not. It is absent if the source
	 * is the feed: a key may allow only that, and a poll sees the newest event, and the oldest where a gap is looked for.
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
	const createLog = (wanted: EventFilters) => {
		const fetchPage = async (request: PageRequest) => {
			const page = isList ? await client.listPage(wanted, request) : await client.feedPage(request);
			malformed.addFrom(page);
			return page;
		};
		return new ServiceLog({ fetchPage, maxPageLimit, isOrderReliable: isList }, profile);
	};
	const sourceLog = createLog(filters);
	const unfilteredLog = isList && Object.keys(filters).length > 0 ? createLog({}) : sourceLog;
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
