import type { Order, TimeRange, EventsPage, PageRequest } from '../api/page';
import type { TimedEvent } from '../events/event';

/**
 * A position is the time of an event, epoch milliseconds, negated where the newest come first: so positions
 * always rise, and the code that reads needs only one direction.
 */
export function positionOf({ createdAtMs }: TimedEvent, order: Order): number {
	return order === 'ASC' ? createdAtMs : -createdAtMs;
}

/** Gives the position of the last event; undefined if there is none. */
export function lastPositionOf(events: readonly TimedEvent[], order: Order): number | undefined {
	const last = events[events.length - 1];
	return last && positionOf(last, order);
}

/** Gives the time of a position, epoch milliseconds. */
export function timeOf(position: number, order: Order): number {
	return order === 'ASC' ? position : -position;
}

export function oppositeOf(order: Order): Order {
	return order === 'ASC' ? 'DESC' : 'ASC';
}

/** It is a range of positions, both ends included; an open end is infinite. */
export interface Window {
	readonly from: number;
	readonly to: number;
}

/** Gives the window that holds just the half-open range. */
export function windowOf({ startMs, endMs }: TimeRange, order: Order): Window {
	// No event is older than 1970, and a bound that says nothing is left out.
	const firstMs = startMs === undefined || startMs <= 0 ? -Infinity : startMs;
	const lastMs = endMs === undefined ? Infinity : endMs - 1;
	return order === 'ASC'
		? { from: firstMs, to: lastMs }
		: reverseWindow({ from: firstMs, to: lastMs });
}

/** Gives the same part of the log for the opposite order. */
export function reverseWindow({ from, to }: Window): Window {
	return { from: -to, to: -from };
}

export function contains({ from, to }: Window, position: number): boolean {
	return from <= position && position <= to;
}

/** Pages have shown these bounds to include the instants that they name. */
export interface InclusiveBounds {
	readonly includesAfter?: true;
	readonly includesBefore?: true;
}

/**
 * Gives the API's bounds for a window: wide enough for a service that may not include what they name.
 *
 * @param maxBeforeMs a later bound is left out, because some services refuse one in the future; epoch milliseconds
 */
export function boundsOf(
	window: Window,
	order: Order,
	{ includesAfter, includesBefore }: InclusiveBounds,
	maxBeforeMs: number,
): Pick<PageRequest, 'afterMs' | 'beforeMs'> {
	const { from: firstMs, to: lastMs } = order === 'ASC' ? window : reverseWindow(window);
	const beforeMs = includesBefore ? lastMs : lastMs + 1;
	return {
		...(firstMs > -Infinity && { afterMs: includesAfter ? firstMs : firstMs - 1 }),
		...(beforeMs <= maxBeforeMs && { beforeMs }),
	};
}

/** Tells which bounds of a request its page shows to be inclusive. */
export function inclusiveBoundsOf(
	{ afterMs, beforeMs }: PageRequest,
	{ events }: EventsPage<TimedEvent>,
): InclusiveBounds {
	const isAt = (boundMs: number | undefined) =>
		boundMs !== undefined && events.some(({ createdAtMs }) => createdAtMs === boundMs);
	return {
		...(isAt(afterMs) && { includesAfter: true }),
		...(isAt(beforeMs) && { includesBefore: true }),
	};
}
