import type { Order, TimeRange } from '../api/page';
import type { TimedEvent } from '../events/event';

/**
 * A position is the time of an event, epoch milliseconds, negated where the newest come first: so positions
 * always rise, and what reads needs only one direction.
 */
export function positionOf({ createdAtMs }: TimedEvent, order: Order): number {
	return order === 'ASC' ? createdAtMs : -createdAtMs;
}

/** Gives the time of a position, epoch milliseconds. */
export function timeAt(position: number, order: Order): number {
	return order === 'ASC' ? position : -position;
}

export function oppositeOf(order: Order): Order {
	return order === 'ASC' ? 'DESC' : 'ASC';
}

/** A range of positions, both ends included; an open end is infinite. */
export interface Window {
	readonly from: number;
	readonly to: number;
}

/** Gives the window of exactly the half-open range. */
export function windowOf({ startMs, endMs }: TimeRange, order: Order): Window {
	// No event is older than 1970, and a bound that says nothing is left out.
	const firstMs = startMs === undefined || startMs <= 0 ? -Infinity : startMs;
	const lastMs = endMs === undefined ? Infinity : endMs - 1;
	return order === 'ASC' ? { from: firstMs, to: lastMs } : reversed({ from: firstMs, to: lastMs });
}

/** Gives the same part of the log for the opposite order. */
export function reversed({ from, to }: Window): Window {
	return { from: -to, to: -from };
}

export function holds({ from, to }: Window, position: number): boolean {
	return from <= position && position <= to;
}
