import type { TimedEvent } from '../events/event';
import { DEFAULT_LIMIT, entriesIn } from '../api/page';
import { EventLogFailure } from '../errors/failure';
import { areSameBounds } from './window';
import type { AskedPage, WindowRequests } from './windowRequests';

/** If an instant takes more places than this for each event, the service repeats itself. */
const MAX_PLACES_PER_EVENT = 10;

/** Pages of one instant that mostly hold other events: no service's bounds are that coarse. */
const MAX_PAGES_OF_OTHERS = 50;

/** Passes over one instant that bring nothing new before reading gives up on changing tie order. */
const MAX_FRUITLESS_PASSES = 20;

/**
 * All events of one instant, however many pages they fill and in whatever order they come. It reads
 * until it has found as many different ids as the instant has places in the service's list. If a pass
 * brings nothing new, the next one has shorter pages, and every other time begins after one extra
 * request. So an order that changes in step with the requests gets out of step.
 *
 * @param known some events of the instant
 * @throws EventLogFailure when it can't be read to the last event
 */
export async function readInstant<Event extends TimedEvent>(
	requests: WindowRequests<Event>,
	position: number,
	limit: number,
	known: readonly Event[],
): Promise<readonly Event[]> {
	const found = new Map(known.map((event) => [event.id, event]));
	let fruitlessPasses = 0;
	while (fruitlessPasses < MAX_FRUITLESS_PASSES) {
		const knownBefore = found.size;
		const shorter = Math.max(1, Math.min(limit, requests.traits.longestPage) - fruitlessPasses);
		const passLimit = fruitlessPasses === 0 ? limit : shorter;
		if (fruitlessPasses % 2 === 1)
			await requests.fetch(requests.boundsOf({ from: position, to: position }), 0, passLimit);
		const places = await passOverInstant(requests, position, passLimit, found);
		if (places === 0 && known.length > 0) {
			throw new EventLogFailure('contradictoryAnswer', { atMs: requests.timeAt(position) });
		}
		if (places <= found.size) return [...found.values()];
		fruitlessPasses = found.size > knownBefore ? 0 : fruitlessPasses + 1;
	}
	throw new EventLogFailure('instantInChangingOrder', { atMs: requests.timeAt(position) });
}

/**
 * How many places of the service's list the instant takes, without those of odd entries; what stands
 * there goes to `found`.
 */
async function passOverInstant<Event extends TimedEvent>(
	requests: WindowRequests<Event>,
	position: number,
	limit: number,
	found: Map<string, Event>,
): Promise<number> {
	const window = { from: position, to: position };
	const atMs = requests.timeAt(position);
	let bounds = requests.boundsOf(window);
	const oddIds = new Set<string>();
	let places = 0;
	let pagesOfOthers = 0;
	let before: AskedPage<Event> | undefined;
	let beforeThat: AskedPage<Event> | undefined;
	for (let skip = 0; ;) {
		const page = await requests.fetchUnlessRefused(bounds, skip, limit);
		if (page === 'refused') {
			const isLast =
				before !== undefined &&
				(beforeThat === undefined
					? await requests.isWholeInstant(bounds, before, found.size)
					: entriesIn(before) < entriesIn(beforeThat));
			if (isLast && places >= found.size) return places;
			throw new EventLogFailure('instantTooWide', { atMs });
		}
		const { events, malformed: odd = [] } = page;
		if (entriesIn(page) === 0) return places;
		const inside = events.filter((event) => requests.positionOf(event) === position);
		if (inside.length === 0 && events.length > 0) {
			const narrower = requests.boundsOf(window);
			if (areSameBounds(bounds, narrower)) throw new EventLogFailure('noProgress', { atMs });
			bounds = narrower;
			oddIds.clear();
			places = 0;
			before = undefined;
			beforeThat = undefined;
			skip = 0;
			continue;
		}
		if (inside.length < events.length / 2) pagesOfOthers += 1;
		if (pagesOfOthers > MAX_PAGES_OF_OTHERS) throw new EventLogFailure('noProgress', { atMs });
		for (const event of inside) found.set(event.id, event);
		const oddBefore = oddIds.size;
		for (const { id } of odd) oddIds.add(id);
		// One that comes twice has taken the place of an event that may not have come.
		places += inside.length + odd.length - (oddIds.size - oddBefore);
		beforeThat = before;
		before = page;
		skip += entriesIn(page);
		if (places > 2 * found.size && (await requests.ignoresSkip(window))) {
			// No service gives fewer than where no limit is sent.
			const entries = entriesIn(page);
			const isShort = entries < Math.min(page.limit, DEFAULT_LIMIT) && found.size <= entries;
			if (isShort || (await requests.isWholeInstant(bounds, page, found.size))) return found.size;
			throw new EventLogFailure('noProgress', { atMs });
		}
		if (places > MAX_PLACES_PER_EVENT * found.size) {
			throw new EventLogFailure('noProgress', { atMs });
		}
	}
}
