import type { Order, TimedEvent } from '../api/page';
import type { LogSource } from './logSource';
import type { Window } from './window';
import { holds, positionOf } from './window';
import { WindowReader } from './windowReader';
import { WindowRequests } from './windowRequests';

/** Positions of the last two events of a window, the same one twice where only one was seen. */
export interface FarEnd {
	readonly nextToLast: number;
	readonly last: number;
}

/** The far end of the window, as far as one request in the opposite order tells. */
export async function findFarEnd<Event extends TimedEvent>(
	{ fetchPage }: LogSource<Event>,
	order: Order,
	window: Window,
): Promise<FarEnd | undefined> {
	const oppositeOrder: Order = order === 'ASC' ? 'DESC' : 'ASC';
	const opposite = { from: -window.to, to: -window.from };
	const requests = new WindowRequests(fetchPage, oppositeOrder);
	const received = await requests.fetch(requests.boundsOf(opposite), 0, 2);
	const inside = positionsInside(window, order, received);
	if (inside.length > 0 || received.length === 0) return toFarEnd(inside);
	const source = { fetchPage, orderIsReliable: false };
	const reader = new WindowReader(source, oppositeOrder, requests.traits);
	const { events } = await reader.readPage(opposite, 1);
	return toFarEnd(positionsInside(window, order, events));
}

function positionsInside(window: Window, order: Order, events: readonly TimedEvent[]): number[] {
	return events
		.map((event) => positionOf(event, order))
		.filter((position) => holds(window, position));
}

function toFarEnd(positions: readonly number[]): FarEnd | undefined {
	if (positions.length === 0) return undefined;
	return { nextToLast: Math.min(...positions), last: Math.max(...positions) };
}
