import type { TimedEvent } from '../events/event';

export interface Page<Event extends TimedEvent> {
	/** They are those of the window, as they came. */
	readonly events: readonly Event[];
	readonly positions: readonly number[];
	/** A malformed record has no time that would tell if it lies in the window. */
	readonly malformedIds: readonly string[];
	/** Malformed records and events outside count, too. */
	readonly entries: number;
	/** Events lie outside if a bound includes the instant that it names, or was left out. */
	readonly outside: number;
	/** Nothing follows for certain, because no service cuts pages below the documented default. */
	readonly isLast: boolean;
	/** The service has given longer pages, so it is probably the end. */
	readonly isShort: boolean;
}

export interface PageOptions {
	/** So many entries are passed over; none unless given. */
	readonly skip?: number;
	/** No more entries are asked for; as many as the source takes unless given. */
	readonly limit?: number;
	/** An empty page is asked for twice unless this is set, because all that follows would be lost with it. */
	readonly mayBeEmpty?: boolean;
}
