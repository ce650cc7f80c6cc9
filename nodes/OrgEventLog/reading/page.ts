import type { TimedEvent } from '../events/event';

/** One page of a window. */
export interface Page<Event extends TimedEvent> {
	/** Those of the window, as they came. */
	readonly events: readonly Event[];
	readonly positions: readonly number[];
	/** How many entries the service sent, with malformed records and what lies outside. */
	readonly entries: number;
	/** How many events lie outside: a bound includes the instant that it names, or was left out. */
	readonly outside: number;
	/** Whether nothing stands behind it for certain: no service cuts a page to less than the documented default. */
	readonly isLast: boolean;
	/** Whether it is shorter than the service cuts its pages, as far as that is known. */
	readonly isShort: boolean;
}

export interface PageOptions {
	/** Entries that are passed over; 0 unless given. */
	readonly skip?: number;
	/** Entries at the most; as many as the source takes unless given. */
	readonly limit?: number;
	/** Whether an empty answer is no surprise. Elsewhere it is asked for twice: all that follows would be lost with it. */
	readonly mayBeEmpty?: boolean;
}
