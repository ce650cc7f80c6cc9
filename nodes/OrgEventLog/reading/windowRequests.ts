import type { FetchPage, LoggedEvent, Order } from '../api/event';
import { isRefusedQuery } from './incompleteRead';
import type { ServiceTraits } from './serviceTraits';
import { unknownTraits } from './serviceTraits';
import type { Bounds, Window } from './window';
import { boundsOfWindow, positionOf } from './window';

/** Deeper than any run of equal timestamps: only a service that ignores `skip` answers with events. */
const BEYOND_ANY_RUN = 1_000_000;

export interface WindowRequestsOptions {
	readonly fetchPage: FetchPage;
	readonly order: Order;
	/** Shared with other readers of the same log in the same order. */
	readonly traits?: ServiceTraits;
}

/** Requests for windows of the log, and what their answers show of the service. */
export class WindowRequests {
	readonly traits: ServiceTraits;

	constructor(private readonly options: WindowRequestsOptions) {
		this.traits = options.traits ?? unknownTraits();
	}

	positionOf(event: LoggedEvent): number {
		return positionOf(event, this.options.order);
	}

	/** Where the service's own clock stands, as far as it has told. */
	presentPosition(): number | undefined {
		const { serviceTimeMs } = this.traits;
		if (serviceTimeMs === undefined) return undefined;
		return this.options.order === 'ASC' ? serviceTimeMs : -serviceTimeMs;
	}

	/** Bounds that cover the window as narrowly as is known to be safe. */
	boundsOf(window: Window): Bounds {
		return boundsOfWindow(window, this.options.order, this.traits.boundsInclude);
	}

	async fetch(bounds: Bounds, skip: number, limit: number): Promise<readonly LoggedEvent[]> {
		const { fetchPage, order } = this.options;
		const { traits } = this;
		const page = await fetchPage({ order, ...bounds, skip, limit });
		traits.serviceTimeMs = page.serviceTimeMs ?? traits.serviceTimeMs;
		traits.longestPage = Math.max(traits.longestPage, page.events.length);
		for (const { createdAtMs } of page.events) {
			if (createdAtMs === bounds.afterMs) traits.boundsInclude.after = true;
			if (createdAtMs === bounds.beforeMs) traits.boundsInclude.before = true;
		}
		return page.events;
	}

	async fetchUnlessRefused(
		bounds: Bounds,
		skip: number,
		limit: number,
	): Promise<readonly LoggedEvent[] | 'refused'> {
		return await this.fetch(bounds, skip, limit).catch((failure: unknown) => {
			if (skip > 0 && isRefusedQuery(failure)) return 'refused';
			throw failure;
		});
	}

	async ignoresSkip(window: Window): Promise<boolean> {
		if (this.traits.ignoresSkip === undefined) {
			const page = await this.fetchUnlessRefused(this.boundsOf(window), BEYOND_ANY_RUN, 1);
			this.traits.ignoresSkip = page !== 'refused' && page.length > 0;
		}
		return this.traits.ignoresSkip;
	}
}
