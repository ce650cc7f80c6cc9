import type { TimedEvent } from '../events/event';
import type { BoundsInclude, Order, PageRequest, TimeRange } from '../api/page';

/** Any time that an event can bear, epoch milliseconds: also ones that are no date to JavaScript. */
const MAX_TIME_MS = Number.MAX_SAFE_INTEGER;
const MIN_TIME_MS = Number.MIN_SAFE_INTEGER;

/**
 * A stretch of the log, both ends included. Positions grow in the requested order: the time itself for
 * oldest first, and its negative for newest first. So the code that reads needs only one direction.
 */
export interface Window {
	readonly from: number;
	readonly to: number;
}

/** A window of which nothing was handed over but what it begins with, and what is known of it. */
export interface UnreadWindow extends Window {
	/** Ids of events at `from`, handed over already. */
	readonly beginsWith?: ReadonlySet<string>;
	/** Ids of events at `to`, seen already. */
	readonly endsWith?: ReadonlySet<string>;
	/** Whether some other event of it was seen. */
	readonly holdsEvents?: boolean;
	/** Pages held back while it was read from its far end. */
	readonly pagesHeld?: number;
}

export function positionOf(event: TimedEvent, order: Order): number {
	return order === 'ASC' ? event.createdAtMs : -event.createdAtMs;
}

/** The window that holds exactly the half-open range. */
export function windowOfRange(range: TimeRange, order: Order): Window {
	// From 1970 on is everything: no service is asked for what comes after a time before it.
	const isOpen = range.startMs === undefined || range.startMs === 0;
	const firstMs = isOpen ? MIN_TIME_MS : range.startMs;
	const lastMs = range.endMs === undefined ? MAX_TIME_MS : range.endMs - 1;
	return order === 'ASC' ? { from: firstMs, to: lastMs } : { from: -lastMs, to: -firstMs };
}

export function holds(window: Window, position: number): boolean {
	return window.from <= position && position <= window.to;
}

/** From 1970 to 9999: other times a service need not understand. */
const LAST_TIME_MS = 253_402_300_799_999;

/** Where a window is cut in two: not before 1970 or after 9999, unless it has nothing else. */
export function withinCalendar(cut: number, { from, to }: Window, order: Order): number {
	const [least, most] = order === 'ASC' ? [0, LAST_TIME_MS] : [-LAST_TIME_MS, -1];
	const within = Math.min(Math.max(cut, least), most);
	return from <= within && within < to ? within : cut;
}

export type Bounds = Pick<PageRequest, 'afterMs' | 'beforeMs'>;

/**
 * Bounds of the API that cover the window for certain: one millisecond wider on each side whose bound
 * may be exclusive or inclusive, and none where the window is open.
 */
export function boundsOfWindow(window: Window, order: Order, include: BoundsInclude): Bounds {
	const [firstMs, lastMs] = order === 'ASC' ? [window.from, window.to] : [-window.to, -window.from];
	return {
		...(firstMs > MIN_TIME_MS && { afterMs: include.after ? firstMs : firstMs - 1 }),
		...(lastMs < MAX_TIME_MS && { beforeMs: include.before ? lastMs : lastMs + 1 }),
	};
}

export function areSameBounds(one: Bounds, other: Bounds): boolean {
	return one.afterMs === other.afterMs && one.beforeMs === other.beforeMs;
}
