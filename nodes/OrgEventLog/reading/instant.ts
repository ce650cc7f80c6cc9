import type { Order } from '../api/page';
import { EventLogFailure } from '../errors/failure';
import type { TimedEvent } from '../events/event';
import { EventSet } from './eventSet';
import type { PageResult } from './pageResult';
import { type Window, positionOf, timeOf, windowOf } from './positions';
import type { ServiceLog } from './serviceLog';

/** Two or three rounds mostly prove an instant whose events change their order; after so many it is given up. */
const MAX_ROUNDS = 30;

/** A service that is asked to skip this many times the events found, and still gives some, ignores `skip`. */
const MAX_SKIPPED_PER_EVENT = 3;

/** It tells what reading an instant once, from its first page to its last, has shown. */
interface InstantRound<Event extends TimedEvent> {
	readonly entriesAtInstant: number;
	/** Each page began with the last entry of the one before, so nothing has moved meanwhile. */
	readonly isJoined: boolean;
	readonly lastPage: PageResult<Event>;
}

/**
 * Reads an instant that fills a page, with `skip`. If its pages are not joined, the events change their order, or the
 * log drops some meanwhile: then rounds are repeated until two agree.
 *
 * @param window begins with the instant, and may end after it: then the last page's other events are of use
 * @param first the window's first page
 * @returns all of the instant, and what its last page shows after it
 * @throws EventLogFailure if it can't be read to its end
 */
export async function readInstant<Event extends TimedEvent>(
	log: ServiceLog<Event>,
	order: Order,
	window: Window,
	first: PageResult<Event>,
): Promise<PageResult<Event>> {
	const found = new EventSet<Event>();
	// A malformed record has no time, but stands within the instant unless it is on the instant's last page.
	const malformed = new Set<string>();
	let previousCount: number | undefined;
	// If the first page has events outside the window, the next request has narrower bounds, so `skip` would count from
	// another entry. The page is fetched again.
	let page = first.outsideCount === 0 ? first : undefined;
	for (let rounds = 0; rounds < MAX_ROUNDS; rounds += 1) {
		page ??= await log.fetch(order, window);
		const round = await readRound(log, order, window, { found, malformed }, page);
		const { entriesAtInstant, isJoined, lastPage } = round;
		if (
			(isJoined || entriesAtInstant === previousCount) &&
			found.size + malformed.size >= entriesAtInstant
		) {
			// Two rounds agree, but their last page was empty: the service answers so deep a `skip` with nothing.
			if (!isJoined && lastPage.entryCount === 0) throw createTooFullFailure(order, window);
			const after = lastPage.events.filter((event) => positionOf(event, order) > window.from);
			const events = [...found.values(), ...after];
			return { ...lastPage, events, entryCount: Math.max(lastPage.entryCount, events.length) };
		}
		previousCount = entriesAtInstant;
		page = undefined;
	}
	throw new EventLogFailure('instantInChangingOrder', { atMs: timeOf(window.from, order) });
}

/** Reads the instant once from its first page on, and adds to `found` and `malformed` what it shows. */
async function readRound<Event extends TimedEvent>(
	log: ServiceLog<Event>,
	order: Order,
	window: Window,
	{ found, malformed }: { found: EventSet<Event>; malformed: Set<string> },
	first: PageResult<Event>,
): Promise<InstantRound<Event>> {
	let [page, skip, entriesAtInstant] = [first, 0, 0];
	let isJoined = true;
	let overlap: EventSet<Event> | undefined;
	for (;;) {
		const { events, entryCount, malformedIds } = page;
		const atInstant = events.filter((event) => positionOf(event, order) === window.from);
		atInstant.forEach((event) => found.add(event));
		const isOverlapping = overlap === undefined || events.slice(0, 1).some(overlap.has);
		// Newer events came if the window's end lay in the future, and was not sent. The next round sends it as a bound.
		const isBoundMissing = overlap !== undefined && page.outsideCount > 0;
		if (!isOverlapping || isBoundMissing) isJoined = false;
		entriesAtInstant += atInstant.length - (overlap === undefined ? 0 : 1);
		const isEnd = atInstant.length < events.length || page.isLast || entryCount <= 1;
		if (isEnd || isBoundMissing) {
			// If the last page begins with a malformed record of the page before, 1 was subtracted for it as the overlap.
			const malformedSeenBefore = malformedIds.filter((id) => malformed.has(id)).length;
			return { entriesAtInstant: entriesAtInstant + malformedSeenBefore, isJoined, lastPage: page };
		}
		malformedIds.forEach((id) => malformed.add(id));
		entriesAtInstant += malformedIds.length;
		overlap = new EventSet(events.slice(-1));
		skip += entryCount - 1;
		if (skip > MAX_SKIPPED_PER_EVENT * (found.size + malformed.size)) {
			// Any request gets this response. A joined round of nothing lets the caller end with what was found.
			const lastPage = await confirmQueryIgnored(log, order, window, page);
			return { entriesAtInstant: 0, isJoined: true, lastPage };
		}
		const options = { skip, mayBeEmpty: log.isShort(page) };
		const nextPage = await log.fetchUnlessRefused(order, window, options);
		if (nextPage === undefined) throw createTooFullFailure(order, window);
		page = nextPage;
	}
}

function createTooFullFailure(order: Order, { from }: Window): EventLogFailure {
	return new EventLogFailure('instantTooFull', { atMs: timeOf(from, order) });
}

/**
 * Asks for one event later than all that was seen. If the same page comes, it comes for any request, as from a saved
 * response, and is all there is.
 *
 * @throws EventLogFailure if the service only ignores some of what it is asked for, because then more may follow
 */
export async function confirmQueryIgnored<Event extends TimedEvent>(
	log: ServiceLog<Event>,
	order: Order,
	{ from }: Window,
	page: PageResult<Event>,
): Promise<PageResult<Event>> {
	const futureWindow = windowOf({ startMs: log.newestExpectedMs + 2 }, order);
	const answer = await log.fetchUnlessRefused(order, futureWindow, { limit: 1, mayBeEmpty: true });
	if (answer?.entryCount === page.entryCount && answer.events.length === 0)
		return { ...page, isLast: true };
	const kind = page.outsideCount > 0 ? 'contradictoryAnswer' : 'instantTooFull';
	throw new EventLogFailure(kind, { atMs: timeOf(from, order) });
}
