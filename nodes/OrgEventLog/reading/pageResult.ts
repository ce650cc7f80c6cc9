import type { FetchPage } from '../api/page';
import type { TimedEvent } from '../events/event';

export interface PageFetcher<Event extends TimedEvent> {
	readonly fetchPage: FetchPage<Event>;
	readonly maxPageLimit: number;
	/** It is true for List, which documents that pages come in the order that was asked for; Feed does not. */
	readonly isOrderReliable: boolean;
}

/** It is the part of a page that lies in the window that was asked for. */
export interface PageResult<Event extends TimedEvent> {
	/** Only events of the window are given, in the service's order. */
	readonly events: readonly Event[];
	/** A malformed record has no time that would tell if it lies in the window. */
	readonly malformedIds: readonly string[];
	/** The page has so many entries: malformed records and events outside the window count, too. */
	readonly entryCount: number;
	readonly limit: number;
	/** So many events lay outside the window: a bound included the instant that it names, or was left out. */
	readonly outsideCount: number;
	/** Nothing follows: it has fewer entries than asked for, and fewer than `MIN_PAGE_LENGTH`. */
	readonly isLast: boolean;
}

export interface PageOptions {
	readonly skip?: number;
	/** Without it, a request asks for a page of `maxPageLimit` entries. */
	readonly limit?: number;
	/** Unless it is set, an empty page is asked for twice, because all that follows would be lost with a wrong one. */
	readonly mayBeEmpty?: boolean;
}
