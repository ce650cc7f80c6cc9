import type { EventLogClient } from '../api/client';
import { MalformedRecords } from '../api/malformedRecords';
import { type EventCheck, createMatcher, joinChecks } from '../events/filterMatcher';
import type { LoggedEvent } from '../events/event';
import type { EventFilters } from '../events/filters';
import type { TriggerSettings } from '../parameters/parseTriggerSettings';
import { fetchOutermostEvent } from '../reading/outermostEvent';
import type { ServiceProfile } from '../reading/profile';
import { ServedLog } from '../reading/servedLog';
import { PollClock } from './pollClock';

export interface TriggerLog {
	/** The service filters it if the source is List. */
	readonly served: ServedLog<LoggedEvent>;
	/** No filter applies to it. */
	readonly unfiltered: ServedLog<LoggedEvent>;
	readonly clock: PollClock;
	readonly malformed: MalformedRecords;
	/** Gives the oldest event, whether it matches or not; undefined for a feed. */
	readonly readOldest: () => Promise<LoggedEvent | undefined>;
	/**
	 * Gives the newest event of a log that was read to its end, whether it matches or not. A feed has shown it by then,
	 * and is not asked again: the token may open nothing but the feed.
	 */
	readonly readNewest: () => Promise<LoggedEvent | undefined>;
	readonly matches: EventCheck;
}

/** Gives the log as the trigger's source reads it. @param nowMs the host's clock, epoch milliseconds */
export function openLog(
	client: EventLogClient,
	{ source, filters, passes, pageSize }: TriggerSettings,
	profile: ServiceProfile | undefined,
	nowMs: () => number,
): TriggerLog {
	const malformed = new MalformedRecords();
	const clock = new PollClock(nowMs);
	const isList = source === 'list';
	let newestRead: LoggedEvent | undefined;
	const serve = (wanted: EventFilters) => {
		const fetchPage = malformed.collectFrom<LoggedEvent>(async (request) => {
			if (isList) return await client.listPage(wanted, request);
			const page = await client.feedPage(request);
			for (const event of page.events) {
				if (event.createdAtMs >= (newestRead?.createdAtMs ?? -Infinity)) newestRead = event;
			}
			return page;
		});
		const pages = clock.takeTimeFrom({ fetchPage, pageSize, isOrderReliable: isList });
		return new ServedLog(pages, profile, nowMs);
	};
	const served = serve(filters);
	return {
		served,
		unfiltered: isList ? serve({}) : served,
		clock,
		malformed,
		readOldest: async () => (isList ? await fetchOutermostEvent(client, 'ASC') : undefined),
		readNewest: async () => (isList ? await fetchOutermostEvent(client, 'DESC') : newestRead),
		matches: joinChecks(isList ? undefined : createMatcher(filters), passes) ?? (() => true),
	};
}
