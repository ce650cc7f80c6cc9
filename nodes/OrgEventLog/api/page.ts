import type { TimedEvent } from '../events/event';

export type Order = 'ASC' | 'DESC';

/** Some services take one letter case only. */
export type RequestedOrder = Order | Lowercase<Order>;

/** A half-open range in epoch milliseconds: `startMs` ≤ created_at < `endMs`. A missing bound is open. */
export interface TimeRange {
	readonly startMs?: number;
	readonly endMs?: number;
}

/** A page is asked for by the API's own `after` and `before`, which some operations include and others don't. */
export interface PageRequest {
	readonly order: RequestedOrder;
	readonly afterMs?: number;
	readonly beforeMs?: number;
	readonly skip: number;
	readonly limit: number;
}

/** No service cuts its pages shorter: ten events are what List gives where no limit is sent, as documented. */
export const MIN_PAGE_LENGTH = 10;

/** A record without a readable time, or nested too deep, is left out, but `limit` and `skip` count it. */
export interface MalformedRecord {
	readonly id: string;
	/** The reason has no value of the record, because it is shown to anybody. */
	readonly why: string;
}

export interface EventsPage<Event extends TimedEvent> {
	readonly events: readonly Event[];
	readonly malformed?: readonly MalformedRecord[];
	/** Counts entries that were left out because they repeat another one word for word. */
	readonly duplicateCount?: number;
	/** The page counts as asked for with this limit: the one that was sent, or its own length if the service caps pages. */
	readonly limit?: number;
	/** The `Date` header tells the service's own clock to the second; epoch milliseconds. */
	readonly serviceTimeMs?: number;
}

/** The page may be shorter than `limit` although more follows. @throws EventLogFailure after the retries */
export type FetchPage<Event extends TimedEvent> = (
	request: PageRequest,
) => Promise<EventsPage<Event>>;

/** Counts what takes a place of `limit` and `skip`: malformed and repeated entries, too. */
export function countEntries(page: EventsPage<TimedEvent>): number {
	const { events, malformed = [], duplicateCount = 0 } = page;
	return events.length + malformed.length + duplicateCount;
}
