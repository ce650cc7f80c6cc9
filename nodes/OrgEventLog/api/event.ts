/** What the API sent for one event. Integers beyond 2^53 are strings of their digits. */
export type EventFields = { readonly [field: string]: unknown };

/** One event of the log with the two fields that reading depends on already checked. */
export interface LoggedEvent {
	readonly id: string;
	/** `created_at`, epoch milliseconds. */
	readonly createdAtMs: number;
	/** The API's own object, untouched but for integers that JavaScript can't hold. */
	readonly fields: EventFields;
	/** The object's own JSON text on one line, where the page was read with `keepText`. */
	readonly text?: string;
}

export type Order = 'ASC' | 'DESC';

/** Epoch milliseconds, half-open: `startMs` ≤ created_at < `endMs`. A missing bound is open. */
export interface TimeRange {
	readonly startMs?: number;
	readonly endMs?: number;
}

/**
 * One request for a page. The bounds are the API's own `after` and `before`, whose inclusiveness
 * differs between operations and is for the reader to settle.
 */
export interface PageRequest {
	readonly order: Order;
	readonly afterMs?: number;
	readonly beforeMs?: number;
	readonly skip: number;
	readonly limit: number;
}

export interface EventsPage {
	readonly events: readonly LoggedEvent[];
	/** The service's own clock from its `Date` header, epoch milliseconds, to the second. */
	readonly serviceTimeMs?: number;
}

/** Reads one page of List or Feed. It retries what is worth retrying and throws what is not. */
export type FetchPage = (request: PageRequest) => Promise<EventsPage>;
