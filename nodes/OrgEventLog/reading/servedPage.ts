import type { FetchPage } from '../api/page';
import type { TimedEvent } from '../events/event';

export interface PageFetcher<Event extends TimedEvent> {
	readonly fetchPage: FetchPage<Event>;
	/** No more events are asked for at once. */
	readonly pageSize: number;
	/** List documents that pages come in the order that was asked for; Feed does not. */
	readonly isOrderReliable: boolean;
}

/** The part of a page of the API that lies in a window. */
export interface ServedPage<Event extends TimedEvent> {
	/** The events of the window, as they came. */
	readonly events: readonly Event[];
	/** A malformed record has no time that would tell if it lies in the window. */
	readonly malformedIds: readonly string[];
	/** The length of the page, malformed records and events outside the window included. */
	readonly entries: number;
	/** The length that was asked for. */
	readonly limit: number;
	/** Number of events outside the window: a bound included the instant that it names, or was left out. */
	readonly outsideCount: number;
	/** True if it is certain that nothing follows, because no service cuts pages below the documented default. */
	readonly isLast: boolean;
}

export interface PageOptions {
	/** Number of entries to skip; none unless given. */
	readonly skip?: number;
	/** Number of entries to ask for; as many as the source takes unless given. */
	readonly limit?: number;
	/** An empty page is asked for twice unless this is set, because all that follows would be lost with it. */
	readonly mayBeEmpty?: boolean;
}
