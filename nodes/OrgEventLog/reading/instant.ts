import type { Order } from '../api/page';
import { EventLogFailure } from '../errors/failure';
import type { TimedEvent } from '../events/event';
import { EventSet } from './eventSet';
import { requireFixedPage } from './fixedPage';
import { type Window, timeAt } from './positions';
import type { Page } from './page';
import type { ServedLog } from './servedLog';

/** An instant whose events come in another order each time is mostly proven by two or three rounds; more bring nothing. */
const MAX_ROUNDS = 30;

/** If `skip` exceeds this many times the events found, the service ignores it, and shows the same ones again. */
const MAX_SKIPPED_PER_EVENT = 3;

/**
 * Reads all events of the instant that a window begins with, where they fill a page, with `skip`. Each page begins
 * with the last entry of the one before: as long as that holds, nothing has moved. Where it does not, the events come
 * in an order that changes, or the log drops some meanwhile: then rounds are repeated until two agree.
 *
 * @param window open towards its other end, so that the page behind the instant is of use
 * @param first the window's first page
 * @returns all of the instant, and what its last page shows behind it
 * @throws EventLogFailure where it can't be read to its end
 */
export async function readInstant<Event extends TimedEvent>(
	log: ServedLog<Event>,
	order: Order,
	window: Window,
	first: Page<Event>,
): Promise<Page<Event>> {
	const found = new EventSet<Event>();
	const malformed = new Set<string>();
	let entriesBefore: number | undefined;
	// If the first page has events outside the window, the next request has narrower bounds, so `skip` would count from
	// another entry. The page is fetched again.
	let page = first.outside === 0 ? first : undefined;
	for (let round = 0; round < MAX_ROUNDS; round += 1) {
		const { entriesAtInstant, malformedEntries, isJoined, last } = await readInstantOnce(
			log,
			order,
			window,
			{ found, malformed },
			page,
		);
		const isProven = isJoined || entriesAtInstant === entriesBefore;
		// Each round shows other malformed records that stand behind the instant, too.
		const known = found.size + Math.min(malformed.size, malformedEntries);
		if (isProven && known >= entriesAtInstant) {
			// The overlap has not come again, and nothing has changed: so deep a `skip` is answered with nothing.
			if (!isJoined && last.entries === 0) throw tooWide(order, window);
			return withInstant(found, window.from, last);
		}
		entriesBefore = entriesAtInstant;
		page = undefined;
	}
	throw new EventLogFailure('instantInChangingOrder', { atMs: timeAt(window.from, order) });
}

/** The instant as it was read once. */
interface Round<Event extends TimedEvent> {
	/** Number of entries that the service has at the instant, malformed records included. */
	readonly entriesAtInstant: number;
	readonly malformedEntries: number;
	/** True if each page began with the last entry of the one before. */
	readonly isJoined: boolean;
	readonly last: Page<Event>;
}

/** The union of what the rounds have shown. */
interface Shown<Event extends TimedEvent> {
	readonly found: EventSet<Event>;
	/** Ids of malformed records: each takes a place, and has no time that would tell where. */
	readonly malformed: Set<string>;
}

/** Reads the instant once, and adds what that shows. @param first the first page, if it was fetched already */
async function readInstantOnce<Event extends TimedEvent>(
	log: ServedLog<Event>,
	order: Order,
	window: Window,
	{ found, malformed }: Shown<Event>,
	first: Page<Event> | undefined,
): Promise<Round<Event>> {
	const isAtInstant = (position: number | undefined) => position === window.from;
	let page = first ?? (await log.fetch(order, window));
	let skip = 0;
	let entriesAtInstant = 0;
	let malformedEntries = 0;
	let isJoined = true;
	let overlapsWith: EventSet<Event> | undefined;
	for (;;) {
		const { events, positions, entries } = page;
		events.forEach((event, index) => isAtInstant(positions[index]) && found.add(event));
		for (const id of page.malformedIds) malformed.add(id);
		const overlapEntries = overlapsWith === undefined ? 0 : 1;
		const isOverlapping = events.slice(0, 1).some((event) => overlapsWith?.has(event));
		if (overlapEntries > 0 && (!isOverlapping || page.outside > 0)) isJoined = false;
		entriesAtInstant +=
			positions.filter(isAtInstant).length + page.malformedIds.length - overlapEntries;
		malformedEntries += page.malformedIds.length;
		const isBeyond = positions.some((position) => position > window.from);
		if (isBeyond || entries <= overlapEntries || page.isLast) {
			return { entriesAtInstant, malformedEntries, isJoined, last: page };
		}
		overlapsWith = new EventSet(events.slice(-1));
		skip += entries - 1;
		if (skip > MAX_SKIPPED_PER_EVENT * (found.size + malformed.size)) {
			const last = await requireFixedPage(log, order, window, page);
			return { entriesAtInstant: 0, malformedEntries: 0, isJoined: true, last };
		}
		const options = { skip, mayBeEmpty: page.isShort };
		const behind = await log.fetchUnlessRefused(order, window, options);
		if (behind === undefined) throw tooWide(order, window);
		page = behind;
	}
}

function tooWide(order: Order, { from }: Window): EventLogFailure {
	return new EventLogFailure('instantTooWide', { atMs: timeAt(from, order) });
}

/** Gives the last page of the instant, with all events of the instant in place of its own. */
function withInstant<Event extends TimedEvent>(
	found: EventSet<Event>,
	position: number,
	last: Page<Event>,
): Page<Event> {
	const behind = last.events.filter((_, index) => (last.positions[index] ?? NaN) > position);
	const events = [...found.values(), ...behind];
	const positions = [
		...found.values().map(() => position),
		...last.positions.filter((other) => other > position),
	];
	return { ...last, events, positions, entries: Math.max(last.entries, events.length) };
}
