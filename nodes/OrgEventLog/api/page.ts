import type { TimedEvent } from '../events/event';

export type Order = 'ASC' | 'DESC';

/** An order as it is asked for: some services take one letter case only. */
export type RequestedOrder = Order | Lowercase<Order>;

/** Epoch milliseconds, half-open: `startMs` ≤ created_at < `endMs`. A missing bound is open. */
export interface TimeRange {
	readonly startMs?: number;
	readonly endMs?: number;
}

/**
 * One request for a page. The bounds are the API's own `after` and `before`. Whether they are inclusive
 * differs between operations; the reader finds out.
 */
export interface PageRequest {
	readonly order: RequestedOrder;
	readonly afterMs?: number;
	readonly beforeMs?: number;
	readonly skip: number;
	readonly limit: number;
}

/** How many events a page of List has where no limit is sent: documented. */
export const DEFAULT_LIMIT = 10;

/** Which of the API's bounds include the instant that they name. */
export interface BoundsInclude {
	readonly after: boolean;
	readonly before: boolean;
}

/**
 * An entry of a page that is not an event: its `created_at` can't be read, or it is not an object. It is
 * left out, but takes a place of `limit` and `skip`.
 */
export interface MalformedRecord {
	readonly id: string;
	/** In our own words. */
	readonly why: string;
}

export interface EventsPage<Event extends TimedEvent> {
	readonly events: readonly Event[];
	/** Absent where every entry is an event. */
	readonly malformed?: readonly MalformedRecord[];
	/** How many entries were left out because they repeat another one word for word; absent for none. */
	readonly repeats?: number;
	/** How many the service was asked for; as many as requested unless given. */
	readonly limit?: number;
	/** The service's own clock from its `Date` header, epoch milliseconds, to the second. */
	readonly serviceTimeMs?: number;
}

/** How many entries the service sent. */
export function entriesIn({ events, malformed = [], repeats = 0 }: EventsPage<TimedEvent>): number {
	return events.length + malformed.length + repeats;
}

/**
 * Reads one page of List or Feed, which may be shorter than `limit` although more follows. What is
 * worth a retry has been retried.
 *
 * @throws EventLogFailure
 */
export type FetchPage<Event extends TimedEvent> = (
	request: PageRequest,
) => Promise<EventsPage<Event>>;

/** Where events are read from, and how. */
export interface LogSource<Event extends TimedEvent> {
	readonly fetchPage: FetchPage<Event>;
	/** Events asked for at once, at most. */
	readonly pageSize: number;
	/** Whether the service is known to take pages in the order asked for, as List documents it. */
	readonly orderIsReliable: boolean;
}
