import type { TimedEvent } from '../api/page';
import { EventLogFailure } from '../errors/failure';
import type { WindowRequests } from './windowRequests';

/** Passes over one instant that bring nothing new before reading gives up on changing tie order. */
const MAX_FRUITLESS_PASSES = 20;

/**
 * All events of one instant, however many pages they fill and in whatever order each page has
 * them: as many different ids must be found as the instant takes places in the service's list.
 * A pass that brings nothing new is followed by one with shorter pages, so that an order which
 * changes in step with the requests comes out of step.
 *
 * @throws EventLogFailure when it can't be read to the last event
 */
export async function readInstant<Event extends TimedEvent>(
	requests: WindowRequests<Event>,
	position: number,
	limit: number,
): Promise<readonly Event[]> {
	const found = new Map<string, Event>();
	let fruitlessPasses = 0;
	while (fruitlessPasses < MAX_FRUITLESS_PASSES) {
		const knownBefore = found.size;
		const shorter = Math.max(1, Math.min(limit, requests.traits.longestPage) - fruitlessPasses);
		const passLimit = fruitlessPasses === 0 ? limit : shorter;
		const places = await passOverInstant(requests, position, passLimit, found);
		if (places <= found.size) return [...found.values()];
		fruitlessPasses = found.size > knownBefore ? 0 : fruitlessPasses + 1;
	}
	throw new EventLogFailure('instantInChangingOrder', { atMs: requests.timeAt(position) });
}

/** How many places of the service's list the instant takes; what stands there goes to `found`. */
async function passOverInstant<Event extends TimedEvent>(
	requests: WindowRequests<Event>,
	position: number,
	limit: number,
	found: Map<string, Event>,
): Promise<number> {
	const window = { from: position, to: position };
	const bounds = requests.boundsOf(window);
	const atMs = requests.timeAt(position);
	let places = 0;
	for (let skip = 0; ;) {
		const page = await requests.fetchUnlessRefused(bounds, skip, limit);
		if (page === 'refused') {
			if (skip < requests.traits.longestPage) return places;
			throw new EventLogFailure('instantTooWide', { atMs });
		}
		if (page.length === 0) return places;
		for (const event of page) {
			if (requests.positionOf(event) !== position) continue;
			places += 1;
			found.set(event.id, event);
		}
		skip += page.length;
		if (places > 2 * found.size && (await requests.ignoresSkip(window))) {
			if (page.length < limit) return found.size;
			throw new EventLogFailure('noProgress', { atMs });
		}
	}
}
