import { type TimedEvent, entriesIn } from '../api/page';
import { type Window, areSameBounds, holds } from './window';
import type { WindowRequests } from './windowRequests';

/** What else of its window lies beside a page. It is looked for as far as it is not known, once. */
export class Neighbors<Event extends TimedEvent> {
	private before: boolean | undefined;
	private after: boolean | undefined;

	/** @param events of the page, sorted, at least one */
	constructor(
		private readonly requests: WindowRequests<Event>,
		private readonly window: Window,
		private readonly events: readonly Event[],
	) {}

	async nothingBefore(): Promise<boolean> {
		if (this.requests.traits.pagesComeFrom === 'near') return true;
		const { first } = endsOf(this.requests, this.events);
		this.before ??= await this.holdsNothingElse({ from: this.window.from, to: first });
		return this.before;
	}

	async nothingAfter(): Promise<boolean> {
		const { pagesComeFrom, loneEnd, farthest } = this.requests.traits;
		const { last } = endsOf(this.requests, this.events);
		if (pagesComeFrom === 'far' || (last === this.window.to && last === loneEnd)) return true;
		if (farthest > last && farthest <= this.window.to) return false;
		this.after ??= await this.holdsNothingElse({ from: last, to: this.window.to });
		return this.after;
	}

	private async holdsNothingElse(part: Window): Promise<boolean> {
		return await holdsNothingElse(this.requests, part, this.events);
	}
}

/**
 * Whether a part of the window holds no event that is not among those given. Where other odd entries
 * stand in their places it is taken to hold more: reading on costs requests, and loses nothing.
 *
 * @param odd how many odd entries are known to stand in the part
 */
export async function holdsNothingElse<Event extends TimedEvent>(
	requests: WindowRequests<Event>,
	part: Window,
	events: readonly Event[],
	odd = 0,
): Promise<boolean> {
	const known = events.filter((event) => holds(part, requests.positionOf(event)));
	const bounds = requests.boundsOf(part);
	const page = await requests.fetchUnlessRefused(bounds, known.length + odd, 1);
	if (page === 'refused') return false;
	if (entriesIn(page) === 0) return true;
	const { events: rest } = page;
	const isInside = rest.some((event) => holds(part, requests.positionOf(event)));
	// The event may have shown that bounds are inclusive, so that they can be narrower next time.
	if (rest.length > 0 && !isInside && !areSameBounds(bounds, requests.boundsOf(part))) {
		return await holdsNothingElse(requests, part, events, odd);
	}
	const knownIds = new Set(known.map(({ id }) => id));
	const areKnown = rest.length > 0 && rest.every(({ id }) => knownIds.has(id));
	return areKnown && (await requests.ignoresSkip(part));
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
	return page.events.every((event) => {
		const position = requests.positionOf(event);
		return known.has(event.id) || position > first || !holds(window, position);
	});
}

/**
 * Asks for one event of the window: whether that is as near as a page that began with this
 * position. Where something is known to lie after that page, only a service whose pages come from
 * the near end still begins there.
 */
export async function stillBeginsAt<Event extends TimedEvent>(
	requests: WindowRequests<Event>,
	window: Window,
	position: number,
): Promise<boolean> {
	const page = await requests.fetch(requests.boundsOf(window), 0, 1);
	return page.events.some((event) => requests.positionOf(event) <= position);
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
