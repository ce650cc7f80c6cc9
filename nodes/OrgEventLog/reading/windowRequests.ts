import {
	type BoundsInclude,
	type EventsPage,
	type FetchPage,
	type Order,
	type TimedEvent,
	entriesIn,
} from '../api/page';
import { isEventLogFailure, mayRefuseQuery } from '../errors/failure';
import { type Bounds, type Window, boundsOfWindow, positionOf } from './window';

/**
 * What reading has found out about a service from its answers, of all that the specification leaves
 * open. Readers of the same log in the same order may share it.
 */
export interface ServiceTraits {
	/** Which of the API's bounds are known to include the instant that they name. */
	boundsInclude: BoundsInclude;
	/** A page length that was seen to be cut although fewer events came than were asked for. */
	pageCap: number;
	longestPage: number;
	ignoresSkip: boolean | undefined;
	/** From which end of a window pages come. */
	pagesComeFrom: 'near' | 'far' | undefined;
	/** How positions went on within the latest page that showed it. */
	direction: 'rising' | 'falling' | undefined;
	/** Whether an answer contradicted what earlier ones had shown of the order: it is looked for each time then. */
	isFickle: boolean;
	/** The position of the log's last event, where it is known to have it to itself. */
	loneEnd: number | undefined;
	/** The farthest position that an event was seen at. */
	farthest: number;
	/** The service's own clock in its latest answer that told it, epoch milliseconds. */
	serviceTimeMs: number | undefined;
}

export function unknownTraits(): ServiceTraits {
	return {
		boundsInclude: { after: false, before: false },
		pageCap: Infinity,
		longestPage: 0,
		ignoresSkip: undefined,
		pagesComeFrom: undefined,
		direction: undefined,
		isFickle: false,
		loneEnd: undefined,
		farthest: -Infinity,
		serviceTimeMs: undefined,
	};
}

/** Deeper than any run of equal timestamps: only a service that ignores `skip` answers with events. */
const BEYOND_ANY_RUN = 1_000_000;

/** Requests for windows of the log, and what their responses show of the service. */
export class WindowRequests<Event extends TimedEvent> {
	/** @param traits shared with other readers of the same log in the same order */
	constructor(
		private readonly fetchPage: FetchPage<Event>,
		private readonly order: Order,
		readonly traits: ServiceTraits = unknownTraits(),
	) {}

	positionOf(event: TimedEvent): number {
		return positionOf(event, this.order);
	}

	/** The time of a position, epoch milliseconds. */
	timeAt(position: number): number {
		return this.order === 'ASC' ? position : -position;
	}

	/** Where the service's own clock stands, as far as it has told. */
	presentPosition(): number | undefined {
		const { serviceTimeMs } = this.traits;
		if (serviceTimeMs === undefined) return undefined;
		return this.order === 'ASC' ? serviceTimeMs : -serviceTimeMs;
	}

	/** That pages come from this end of a window. */
	learnWherePagesComeFrom(end: 'near' | 'far'): void {
		if (!this.traits.isFickle) this.traits.pagesComeFrom = end;
	}

	/** An answer has contradicted what is relied on: the service is another one than it was. */
	distrust(): void {
		const { traits } = this;
		traits.isFickle = true;
		traits.pagesComeFrom = undefined;
		traits.loneEnd = undefined;
		traits.boundsInclude = { after: false, before: false };
	}

	/** Bounds that cover the window as narrowly as is known to be safe. */
	boundsOf(window: Window): Bounds {
		return boundsOfWindow(window, this.order, this.traits.boundsInclude);
	}

	/**
	 * One page. No single empty answer is believed: what it would end has more behind it where it was
	 * wrong once, so it is asked for once more.
	 */
	async fetch(bounds: Bounds, skip: number, limit: number): Promise<EventsPage<Event>> {
		const page = await this.fetchOnce(bounds, skip, limit);
		return entriesIn(page) > 0 ? page : await this.fetchOnce(bounds, skip, limit);
	}

	private async fetchOnce(bounds: Bounds, skip: number, limit: number): Promise<EventsPage<Event>> {
		const { traits } = this;
		const page = await this.fetchPage({ order: this.order, ...bounds, skip, limit });
		traits.serviceTimeMs = page.serviceTimeMs ?? traits.serviceTimeMs;
		traits.longestPage = Math.max(traits.longestPage, entriesIn(page));
		let { after, before } = traits.boundsInclude;
		for (const event of page.events) {
			traits.farthest = Math.max(traits.farthest, this.positionOf(event));
			after ||= event.createdAtMs === bounds.afterMs;
			before ||= event.createdAtMs === bounds.beforeMs;
		}
		traits.boundsInclude = { after, before };
		return page;
	}

	/** `refused` where the service does not go that deep. */
	async fetchUnlessRefused(
		bounds: Bounds,
		skip: number,
		limit: number,
	): Promise<EventsPage<Event> | 'refused'> {
		return await this.fetch(bounds, skip, limit).catch((failure: unknown) => {
			if (skip > 0 && isEventLogFailure(failure) && mayRefuseQuery(failure)) return 'refused';
			throw failure;
		});
	}

	async ignoresSkip(window: Window): Promise<boolean> {
		if (this.traits.ignoresSkip === undefined) {
			const page = await this.fetchUnlessRefused(this.boundsOf(window), BEYOND_ANY_RUN, 1);
			this.traits.ignoresSkip = page !== 'refused' && page.events.length > 0;
		}
		return this.traits.ignoresSkip;
	}
}
