import type { TimedEvent } from '../events/event';

export type Order = 'ASC' | 'DESC';

/** Some services take one letter case only. */
export type RequestedOrder = Order | Lowercase<Order>;

/** It is half-open, in epoch milliseconds: `startMs` ≤ created_at < `endMs`. A missing bound is open. */
export interface TimeRange {
	readonly startMs?: number;
	readonly endMs?: number;
}

/** The bounds are the API's own `after` and `before`, which some operations include and others don't. */
export interface PageRequest {
	readonly order: RequestedOrder;
	readonly afterMs?: number;
	readonly beforeMs?: number;
	readonly skip: number;
	readonly limit: number;
}

/** A page of List has so many events where no limit is sent, as documented. */
export const DEFAULT_LIMIT = 10;

/** It is left out, but takes a place of `limit` and `skip`. */
export interface MalformedRecord {
	readonly id: string;
	/** It is in our own words. */
	readonly why: string;
}

export interface EventsPage<Event extends TimedEvent> {
	readonly events: readonly Event[];
	readonly malformed?: readonly MalformedRecord[];
	/** So many entries were left out because they repeat another one word for word. */
	readonly duplicates?: number;
	/** The limit that was really sent; missing if it is that of the request. */
	readonly limit?: number;
	/** The service's own clock from its `Date` header, epoch milliseconds, to the second. */
	readonly serviceTimeMs?: number;
}

/** The service sent so many entries. */
export function entriesIn({
	events,
	malformed = [],
	duplicates = 0,
}: EventsPage<TimedEvent>): number {
	return events.length + malformed.length + duplicates;
}

/** The page may be shorter than `limit` although more follows. @throws EventLogFailure after the retries */
export type FetchPage<Event extends TimedEvent> = (
	request: PageRequest,
) => Promise<EventsPage<Event>>;

export interface PageSource<Event extends TimedEvent> {
	readonly fetchPage: FetchPage<Event>;
	/** No more events are asked for at once. */
	readonly pageSize: number;
	/** List documents that pages come in the order that was asked for; Feed does not. */
	readonly orderIsReliable: boolean;
}
