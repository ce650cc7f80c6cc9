import type { TimedEvent } from '../events/event';

export type Order = 'ASC' | 'DESC';

/** Some services take one letter case only. */
export type RequestedOrder = Order | Lowercase<Order>;

/** A half-open range in epoch milliseconds: `startMs` ≤ created_at < `endMs`. A missing bound is open. */
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

/** No service cuts its pages shorter: ten events are what List gives where no limit is sent, as documented. */
export const MIN_PAGE_LENGTH = 10;

/** A record without a readable time, or nested too deep, is left out, but `limit` and `skip` count it. */
export interface MalformedRecord {
	readonly id: string;
	/** In our own words, without a value of the record. */
	readonly why: string;
}

export interface EventsPage<Event extends TimedEvent> {
	readonly events: readonly Event[];
	readonly malformed?: readonly MalformedRecord[];
	/** Counts entries that were left out because they repeat another one word for word. */
	readonly duplicates?: number;
	/** The limit that was really sent; missing if it is that of the request. */
	readonly limit?: number;
	/** The service's own clock from its `Date` header, epoch milliseconds, to the second. */
	readonly serviceTimeMs?: number;
}

/** The page may be shorter than `limit` although more follows. @throws EventLogFailure after the retries */
export type FetchPage<Event extends TimedEvent> = (
	request: PageRequest,
) => Promise<EventsPage<Event>>;

/** Counts what takes a place of `limit` and `skip`: malformed and repeated entries, too. */
export function countEntries(page: EventsPage<TimedEvent>): number {
	const { events, malformed = [], duplicates = 0 } = page;
	return events.length + malformed.length + duplicates;
}

/** Collects the malformed records of the pages of one reading, each once. */
export class MalformedRecords {
	private readonly whyById = new Map<string, string>();

	collectFrom<Event extends TimedEvent>(fetchPage: FetchPage<Event>): FetchPage<Event> {
		return async (request) => {
			const page = await fetchPage(request);
			for (const { id, why } of page.malformed ?? []) this.whyById.set(id, why);
			return page;
		};
	}

	get count(): number {
		return this.whyById.size;
	}

	/** Gives what is wrong with them in our own words, each once. */
	get reasons(): readonly string[] {
		return [...new Set(this.whyById.values())].sort();
	}

	/** Gives undefined if there are none. */
	describe(): string | undefined {
		if (this.count === 0) return undefined;
		const subject =
			this.count === 1 ? '1 malformed record has' : `${this.count} malformed records have`;
		return `${subject} no readable time: ${this.reasons.join('; ')}`;
	}
}
