import type { TimedEvent } from '../api/page';
import type { Bounds, Window } from './window';
import { holds } from './window';
import type { WindowRequests } from './windowRequests';

/** Whether anything else of the window lies before a page, and whether anything lies after it. */
export interface Neighbors {
	readonly nothingBefore: boolean;
	readonly nothingAfter: boolean;
}

/**
 * Looks on either side of a page, as far as it is not known yet.
 *
 * @param events of the page, sorted, at least one
 */
export async function findNeighbors<Event extends TimedEvent>(
	requests: WindowRequests<Event>,
	window: Window,
	events: readonly Event[],
): Promise<Neighbors> {
	const { pagesComeFrom, loneEnd } = requests.traits;
	const { first, last } = endsOf(requests, events);
	const nothingBefore =
		pagesComeFrom === 'near' ||
		(await holdsNothingElse(requests, { from: window.from, to: first }, events));
	const nothingAfter =
		pagesComeFrom === 'far' ||
		(last === window.to && last === loneEnd) ||
		(await holdsNothingElse(requests, { from: last, to: window.to }, events));
	return { nothingBefore, nothingAfter };
}

/** Whether a part of the window holds no event that is not among those given. */
export async function holdsNothingElse<Event extends TimedEvent>(
	requests: WindowRequests<Event>,
	part: Window,
	events: readonly Event[],
): Promise<boolean> {
	const known = events.filter((event) => holds(part, requests.positionOf(event)));
	const bounds = requests.boundsOf(part);
	const rest = await requests.fetchUnlessRefused(bounds, known.length, 1);
	if (rest === 'refused') return false;
	const isInside = rest.some((event) => holds(part, requests.positionOf(event)));
	// The event may have shown that bounds are inclusive, so that they can be narrower next time.
	if (rest.length > 0 && !isInside && !areSameBounds(bounds, requests.boundsOf(part))) {
		return await holdsNothingElse(requests, part, events);
	}
	const knownIds = new Set(known.map(({ id }) => id));
	const isNew = rest.some(({ id }) => !knownIds.has(id));
	return rest.length === 0 || (!isNew && (await requests.ignoresSkip(part)));
}

/**
 * Asks for the window once more: whether its page still begins with these events. What lies before
 * them may have become visible only after them, and a service whose pages come from the near end
 * would now begin with that.
 */
export async function stillBeginsWith<Event extends TimedEvent>(
	requests: WindowRequests<Event>,
	window: Window,
	events: readonly Event[],
	limit: number,
): Promise<boolean> {
	const known = new Set(events.map(({ id }) => id));
	const { first } = endsOf(requests, events);
	const page = await requests.fetch(requests.boundsOf(window), 0, limit);
	return page.every((event) => {
		const position = requests.positionOf(event);
		return known.has(event.id) || position > first || !holds(window, position);
	});
}

/** Positions of the first and the last event; NaN where there is none. */
export function endsOf<Event extends TimedEvent>(
	requests: WindowRequests<Event>,
	events: readonly Event[],
): { readonly first: number; readonly last: number } {
	const [first, last] = [events[0], events[events.length - 1]];
	return {
		first: first === undefined ? NaN : requests.positionOf(first),
		last: last === undefined ? NaN : requests.positionOf(last),
	};
}

export function areSameBounds(one: Bounds, other: Bounds): boolean {
	return one.afterMs === other.afterMs && one.beforeMs === other.beforeMs;
}
