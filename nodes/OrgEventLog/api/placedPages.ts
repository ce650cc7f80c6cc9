import { EventLogFailure, type Outcome } from '../errors/failure';
import { FAILURE_KINDS } from '../errors/failureKinds';
import type { LoggedEvent, LoggedEventsPage, UnplacedEvent } from './event';
import { MAX_UNPLACED_EVENTS } from './limits';
import type { PageRequest } from './page';

type SendPage = (request: PageRequest) => Promise<Outcome<LoggedEventsPage>>;

/** For so many queries it is remembered how they go on. */
const MAX_QUERIES = 100;
/** Deeper than any log: only what a service puts into every page is found there. */
const BEYOND_ANY_LOG = 1_000_000_000;
/** More than a service puts into every page. */
const LIMIT_BEYOND = 100;

/** How a query goes on behind a page that has entries without a place. */
interface Continuation {
	/** How many events were handed over, and which. */
	readonly skip: number;
	readonly ids: ReadonlySet<string>;
	/** Where the service's next page begins. */
	readonly skipOfAll: number;
}

/**
 * Pages as they would be if the log held nothing without a place in time: such entries stand beside
 * the events of a page. Whether they count for `skip` is not known, so they are taken not to: what
 * then comes again is left out. No page is empty but the one behind the last event, so what reading
 * concludes from an empty one holds. It costs requests only where there are such entries.
 */
export class PlacedPages {
	private readonly continuations = new Map<string, Continuation>();
	private readonly unplacedIds = new Set<string>();
	/** Of the entries that the service puts into every page, also behind the end. */
	private readonly everywhere = new Set<string>();

	/**
	 * @param query tells apart what differs in more than order, bounds, `skip` and `limit`
	 * @param send gives a page with all its entries
	 */
	async fetch(
		query: string,
		request: PageRequest,
		send: SendPage,
	): Promise<Outcome<LoggedEventsPage>> {
		const key = JSON.stringify([query, request.order, request.afterMs, request.beforeMs]);
		const known = this.continuations.get(key);
		const from = known?.skip === request.skip ? known : undefined;
		const outcome = await send({ ...request, skip: from?.skipOfAll ?? request.skip });
		if ('failure' in outcome) return outcome;
		if (outcome.value.unplaced === undefined && from === undefined) return outcome;
		const start = from ?? { skip: request.skip, ids: new Set(), skipOfAll: request.skip };
		return await this.goOn(key, start, outcome.value, request, send);
	}

	/** Asks on until there is an event that has a place, or nothing more. */
	private async goOn(
		key: string,
		start: Continuation,
		first: LoggedEventsPage,
		request: PageRequest,
		send: SendPage,
	): Promise<Outcome<LoggedEventsPage>> {
		const unplaced: UnplacedEvent[] = [];
		let { skipOfAll } = start;
		let honorsSkip = false;
		for (let page = first; ;) {
			const { events, unplaced: odd = [] } = page;
			const fresh = events.filter(({ id }) => !start.ids.has(id));
			const hasNewOdd = this.note(odd);
			for (const event of odd) unplaced.push(event);
			if (this.unplacedIds.size > MAX_UNPLACED_EVENTS) return { failure: tooMany(odd) };
			skipOfAll += events.length > 0 ? events.length : odd.length;
			if (fresh.length > 0) {
				this.remember(key, start, fresh, skipOfAll);
				return { value: { ...first, events: fresh, unplaced } };
			}
			if (events.length === 0 && odd.every(({ id }) => this.everywhere.has(id))) break;
			if (!hasNewOdd && !honorsSkip) {
				const beyond = await this.lookBeyond(request, send);
				if ('failure' in beyond) return beyond;
				if (beyond.value.length > 0) {
					return { value: { ...first, events: beyond.value.slice(0, request.limit), unplaced } };
				}
				if (odd.every(({ id }) => this.everywhere.has(id)) && events.length === 0) break;
				honorsSkip = true;
			}
			const next = await send({ ...request, skip: skipOfAll });
			if ('failure' in next) return next;
			page = next.value;
		}
		return { value: { ...first, events: [], unplaced } };
	}

	/**
	 * Looks behind any end: what stands there without a place stands in every page. Gives the
	 * events that a service which ignores `skip` shows there.
	 */
	private async lookBeyond(
		request: PageRequest,
		send: SendPage,
	): Promise<Outcome<readonly LoggedEvent[]>> {
		const limit = Math.max(request.limit, LIMIT_BEYOND);
		const outcome = await send({ ...request, skip: BEYOND_ANY_LOG, limit });
		if ('failure' in outcome) {
			return mayRefuseQuery(outcome.failure) ? { value: [] } : outcome;
		}
		const { events, unplaced = [] } = outcome.value;
		if (events.length > 0 || unplaced.length === 0) return { value: events };
		if (unplaced.length >= limit) return { failure: new EventLogFailure('noProgress') };
		for (const { id } of unplaced) this.everywhere.add(id);
		return { value: [] };
	}

	/** Gives whether any of them is seen for the first time. */
	private note(unplaced: readonly UnplacedEvent[]): boolean {
		const knownBefore = this.unplacedIds.size;
		for (const { id } of unplaced) this.unplacedIds.add(id);
		return this.unplacedIds.size > knownBefore;
	}

	private remember(
		key: string,
		{ skip, ids }: Continuation,
		events: readonly LoggedEvent[],
		skipOfAll: number,
	): void {
		const handedOver = new Set(ids);
		for (const { id } of events) handedOver.add(id);
		this.continuations.delete(key);
		this.continuations.set(key, { skip: skip + events.length, ids: handedOver, skipOfAll });
		const [oldest] = this.continuations.keys();
		if (this.continuations.size > MAX_QUERIES && oldest !== undefined) {
			this.continuations.delete(oldest);
		}
	}
}

function tooMany([event]: readonly UnplacedEvent[]): EventLogFailure {
	const detail = `More than ${MAX_UNPLACED_EVENTS} events have no readable time: ${event?.oddity ?? 'created_at is odd'}`;
	return new EventLogFailure('unexpectedShape', { detail });
}

/** The status with which a service refuses a deep `skip` is not documented. */
function mayRefuseQuery({ kind }: EventLogFailure): boolean {
	return FAILURE_KINDS[kind].mayRefuseQuery === true;
}
