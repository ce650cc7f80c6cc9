import type { LoggedEvent } from '../api/event';
import { doesNotAdvance } from './incompleteRead';
import { readInstant } from './instantReader';
import type { Bounds, Window } from './window';
import { holds } from './window';
import type { WindowRequestsOptions } from './windowRequests';
import { WindowRequests } from './windowRequests';

/** No service can take a `skip` of so few for a deep one: List's own default page is as long. */
const SHALLOW_SKIP = 10;

export interface WindowReaderOptions extends WindowRequestsOptions {
	/** Whether the service is known to take pages in the order asked for, as List documents it. */
	readonly orderIsReliable?: boolean;
}

/**
 * What a page is of its window: `whole`, or the part at its `near` end (where reading starts) or
 * `far` end, or the beginning of nothing but one `instant`, or `scattered`.
 */
export type PageExtent = 'whole' | 'near' | 'far' | 'instant' | 'scattered';

export interface WindowPage {
	/** Sorted by position, none from outside the window. */
	readonly events: readonly LoggedEvent[];
	readonly extent: PageExtent;
}

/**
 * Reads windows of the log and finds out, from the service's answers alone, what the specification
 * leaves open: whether bounds are inclusive, where `limit` is capped, from which end of a window
 * its pages come, whatever the order inside them.
 */
export class WindowReader {
	private readonly requests: WindowRequests;

	constructor(private readonly options: WindowReaderOptions) {
		this.requests = new WindowRequests(options);
	}

	positionOf(event: LoggedEvent): number {
		return this.requests.positionOf(event);
	}

	/** From which end of a window the service's pages come, once that was seen. */
	get pagesComeFrom(): 'near' | 'far' | undefined {
		return this.requests.traits.pagesComeFrom;
	}

	/** Where the service's own clock stands, as far as it has told. */
	presentPosition(): number | undefined {
		return this.requests.presentPosition();
	}

	/** All events of one instant. @throws IncompleteReadError when it can't be read to the last one */
	async readInstant(position: number, limit: number): Promise<readonly LoggedEvent[]> {
		return await readInstant(this.requests, position, limit);
	}

	/**
	 * The first page of a window and what it is of the window.
	 *
	 * @throws IncompleteReadError when the service gives nothing of what was asked for, without end
	 */
	async readPage(window: Window, limit: number): Promise<WindowPage> {
		const bounds = this.requests.boundsOf(window);
		const received = await this.requests.fetch(bounds, 0, limit);
		const events = received
			.filter((event) => holds(window, this.positionOf(event)))
			.sort((one, other) => this.positionOf(one) - this.positionOf(other));
		if (received.length === 0) return { events, extent: 'whole' };
		if (events.length > 0) {
			return { events, extent: await this.extentOf(window, events, received, limit) };
		}
		if (!sameBounds(bounds, this.requests.boundsOf(window)))
			return await this.readPage(window, limit);
		const isRepeated = received.length < limit && (await this.requests.ignoresSkip(window));
		if (!isRepeated) throw doesNotAdvance(window.from);
		return { events, extent: 'whole' };
	}

	private async extentOf(
		window: Window,
		events: readonly LoggedEvent[],
		received: readonly LoggedEvent[],
		limit: number,
	): Promise<PageExtent> {
		const { traits } = this.requests;
		const direction = directionOf(received.map((event) => this.positionOf(event)));
		if (this.options.orderIsReliable && direction === 'rising') traits.pagesComeFrom = 'near';
		if (received.length < Math.min(limit, traits.pageCap)) {
			if (await this.isWhole(window, events, direction, limit)) return 'whole';
			traits.pageCap = received.length;
		}
		if (direction === 'mixed') return 'scattered';
		if (this.firstPosition(events) === this.lastPosition(events)) return 'instant';
		if (traits.pagesComeFrom !== undefined) return traits.pagesComeFrom;
		const { nothingBefore, nothingBehind } = await this.lookBeside(window, events, limit);
		if (nothingBefore) return 'near';
		return nothingBehind ? 'far' : 'scattered';
	}

	/** Of a page shorter than asked for: it may be everything, or cut at the greatest `limit`. */
	private async isWhole(
		window: Window,
		events: readonly LoggedEvent[],
		direction: Direction,
		limit: number,
	): Promise<boolean> {
		if (events.length <= SHALLOW_SKIP || direction === 'mixed') {
			return await this.isNothingElse(events, window);
		}
		const { nothingBefore, nothingBehind } = await this.lookBeside(window, events, limit);
		return nothingBefore && nothingBehind;
	}

	/**
	 * Whether the window holds nothing before the page and nothing behind it. Where that shows from
	 * which end pages come, it is remembered, and relied on from then on.
	 */
	private async lookBeside(
		window: Window,
		events: readonly LoggedEvent[],
		limit: number,
	): Promise<{ nothingBefore: boolean; nothingBehind: boolean }> {
		const { traits } = this.requests;
		const [first, last] = [this.firstPosition(events), this.lastPosition(events)];
		const nothingBefore =
			traits.pagesComeFrom === 'near' ||
			(await this.isNothingElse(events, { from: window.from, to: first }));
		const nothingBehind =
			traits.pagesComeFrom === 'far' ||
			(last === window.to && last === traits.loneEnd) ||
			(await this.isNothingElse(events, { from: last, to: window.to }));
		if (nothingBefore && !nothingBehind) traits.pagesComeFrom = 'near';
		if (nothingBehind && !nothingBefore && (await this.stillBeginsWith(events, window, limit))) {
			traits.pagesComeFrom = 'far';
		}
		return { nothingBefore, nothingBehind };
	}

	/**
	 * What lies before a page may have become visible only after it. Asked again, a service whose
	 * pages come from the near end would then begin with that.
	 */
	private async stillBeginsWith(
		events: readonly LoggedEvent[],
		window: Window,
		limit: number,
	): Promise<boolean> {
		const known = new Set(events.map(({ id }) => id));
		const first = this.firstPosition(events);
		const page = await this.requests.fetch(this.requests.boundsOf(window), 0, limit);
		return page.every((event) => {
			const position = this.positionOf(event);
			return known.has(event.id) || position > first || !holds(window, position);
		});
	}

	/** Whether a part of the window holds no event that is not among those given. */
	private async isNothingElse(events: readonly LoggedEvent[], part: Window): Promise<boolean> {
		const known = events.filter((event) => holds(part, this.positionOf(event)));
		const bounds = this.requests.boundsOf(part);
		const rest = await this.requests.fetchUnlessRefused(bounds, known.length, 1);
		if (rest === 'refused') return false;
		const isInside = rest.some((event) => holds(part, this.positionOf(event)));
		if (rest.length > 0 && !isInside && !sameBounds(bounds, this.requests.boundsOf(part))) {
			return await this.isNothingElse(events, part);
		}
		const knownIds = new Set(known.map(({ id }) => id));
		const isNew = rest.some(({ id }) => !knownIds.has(id));
		return rest.length === 0 || (!isNew && (await this.requests.ignoresSkip(part)));
	}

	private firstPosition(events: readonly LoggedEvent[]): number {
		const first = events[0];
		return first === undefined ? NaN : this.positionOf(first);
	}

	private lastPosition(events: readonly LoggedEvent[]): number {
		const last = events[events.length - 1];
		return last === undefined ? NaN : this.positionOf(last);
	}
}

type Direction = 'rising' | 'falling' | 'mixed';

function directionOf(positions: readonly number[]): Direction {
	const pairs = positions.slice(1).map((position, index) => [positions[index] ?? 0, position]);
	if (pairs.every(([one = 0, next = 0]) => one <= next)) return 'rising';
	return pairs.every(([one = 0, next = 0]) => one >= next) ? 'falling' : 'mixed';
}

function sameBounds(one: Bounds, other: Bounds): boolean {
	return one.afterMs === other.afterMs && one.beforeMs === other.beforeMs;
}
