import { EventLogFailure, type Outcome, mayRefuseQuery } from '../errors/failure';
import type { LoggedEvent, LoggedEventsPage, UnplacedEvent } from './event';
import { MAX_UNPLACED_EVENTS } from './limits';
import type { PageRequest } from './page';
import { tooManyUnplaced } from './parseResponse';

type SendPage = (request: PageRequest) => Promise<Outcome<LoggedEventsPage>>;

/** For so many queries it is remembered how they go on. */
const MAX_QUERIES = 100;
/**
 * How much deeper to look for what a service puts into every page: what counts for `skip` is found in one
 * place only. Beyond any log first; a service may refuse to go so deep.
 */
const DEEPER = [1_000_000_000, 5_000, 500, 50];
/** More than a service puts into every page. */
const LIMIT_BEYOND = 100;

/** How often pages of nothing but such entries are gone through until no entry comes twice. */
const MAX_LOOKS = 20;

/** How far a query has come, page by page, since one of them had an entry without a place. */
class Progress {
	/** Where the service's next page begins. */
	skipOfAll: number;
	/** The last event that was handed over. */
	last: LoggedEvent | undefined;
	/** Whether it was said that the entries were not the same each time. */
	isOver = false;
	private pages = 0;
	private entries = 0;
	private repeatsBefore = 0;
	private readonly ids = new Set<string>();

	/** @param skip how many events were handed over */
	constructor(public skip: number) {
		this.skipOfAll = skip;
	}

	/** To go on from here, as often as it takes: this one stays as it is. */
	goOn(): Progress {
		const next = new Progress(this.skip);
		next.skipOfAll = this.skipOfAll;
		next.last = this.last;
		next.entries = this.entries;
		next.repeatsBefore = this.repeats;
		for (const id of this.ids) next.ids.add(id);
		return next;
	}

	/** @param odd those that count for `skip` */
	add(events: readonly LoggedEvent[], odd: readonly UnplacedEvent[]): void {
		for (const { id } of events) this.ids.add(id);
		for (const { id } of odd) this.ids.add(id);
		this.pages += 1;
		this.entries += events.length + odd.length;
		this.skipOfAll += events.length + odd.length;
		this.skip += events.length;
		this.last = events[events.length - 1] ?? this.last;
	}

	isNew({ id }: LoggedEvent): boolean {
		return !this.ids.has(id);
	}

	/** How many entries stood in more than one place: others may then have stood where nobody looked. */
	get repeats(): number {
		return this.entries - this.ids.size;
	}

	/** Whether pages that are taken for one contradict each other. */
	get isDoubtful(): boolean {
		return this.pages > 1 && this.repeats > this.repeatsBefore;
	}
}

/**
 * Pages as they would be if the log held nothing without a place in time: such entries stand beside
 * the events of a page. No page is empty but the one behind the last event, and `skip` is translated,
 * so whatever reading concludes from pages holds. It costs requests only where there are such entries.
 */
export class PlacedPages {
	private readonly progressByQuery = new Map<string, Progress>();
	private readonly unplacedIds = new Set<string>();
	/** Of what the service puts into every page, also behind the end: it doesn't count for `skip`. */
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
		const known = this.progressByQuery.get(key);
		const start = known?.skip === request.skip ? known : new Progress(request.skip);
		if (start.isOver) return { value: { events: [] } };
		for (let looks = 0; looks < MAX_LOOKS; looks++) {
			const progress = start.goOn();
			const outcome = await send({ ...request, skip: progress.skipOfAll });
			if ('failure' in outcome) return outcome;
			if (outcome.value.unplaced === undefined && start !== known) return outcome;
			const filled = await this.fill(progress, outcome.value, request, send);
			if ('failure' in filled) return filled;
			if (progress.isDoubtful) continue;
			this.remember(key, progress);
			return filled;
		}
		return { failure: new EventLogFailure('instantInChangingOrder') };
	}

	/** Asks on until there is an event that has a place, or nothing more. */
	private async fill(
		progress: Progress,
		first: LoggedEventsPage,
		request: PageRequest,
		send: SendPage,
	): Promise<Outcome<LoggedEventsPage>> {
		const unplaced: UnplacedEvent[] = [];
		let honorsSkip = false;
		for (let page = first; ;) {
			const { events, unplaced: odd = [] } = page;
			for (const event of odd) unplaced.push(event);
			const hasNewOdd = this.note(odd);
			const [example] = odd;
			if (this.unplacedIds.size > MAX_UNPLACED_EVENTS && example !== undefined) {
				return { failure: tooManyUnplaced(example.oddity) };
			}
			if (hasNewOdd || (events.length === 0 && !honorsSkip && !this.areEverywhere(odd))) {
				const beyond = await this.lookBeyond({ ...request, skip: progress.skipOfAll }, send);
				if ('failure' in beyond) return beyond;
				const [event] = beyond.value;
				if (event !== undefined && events.length === 0) {
					return { value: { ...first, events: beyond.value.slice(0, request.limit), unplaced } };
				}
				honorsSkip = event === undefined;
			}
			progress.add(
				events,
				odd.filter(({ id }) => !this.everywhere.has(id)),
			);
			if (events.length > 0) return { value: { ...first, events, unplaced } };
			if (this.areEverywhere(odd)) break;
			const next = await send({ ...request, skip: progress.skipOfAll });
			if ('failure' in next) return next;
			page = next.value;
		}
		const missed = await this.lookBehind(progress, request, send);
		if ('failure' in missed) return missed;
		return { value: { ...first, events: missed.value, unplaced } };
	}

	/** True of nothing, too. */
	private areEverywhere(odd: readonly UnplacedEvent[]): boolean {
		return odd.every(({ id }) => this.everywhere.has(id));
	}

	/**
	 * Looks far behind a page: what stands there, too, without a place stands in every page. Gives the
	 * events that are there instead.
	 */
	private async lookBeyond(
		request: PageRequest,
		send: SendPage,
	): Promise<Outcome<readonly LoggedEvent[]>> {
		const limit = Math.max(request.limit, LIMIT_BEYOND);
		for (const deeper of DEEPER) {
			const outcome = await send({ ...request, skip: request.skip + deeper, limit });
			if ('failure' in outcome) {
				// So deep a service may also lose itself.
				if (mayRefuseQuery(outcome.failure) || outcome.failure.kind === 'timedOut') continue;
				return outcome;
			}
			const { events, unplaced = [] } = outcome.value;
			if (events.length > 0) return { value: deeper === DEEPER[0] ? events : [] };
			if (unplaced.length >= limit) return { failure: new EventLogFailure('noProgress') };
			for (const { id } of unplaced) if (this.unplacedIds.has(id)) this.everywhere.add(id);
			break;
		}
		return { value: [] };
	}

	/**
	 * What may have been missed where the list has ended: an event that comes when entries without a
	 * place are not counted, and, where an entry has come twice, whatever stood in its stead. That is
	 * told by an event that is known: to reading it means that the order has changed meanwhile.
	 */
	private async lookBehind(
		progress: Progress,
		request: PageRequest,
		send: SendPage,
	): Promise<Outcome<readonly LoggedEvent[]>> {
		if (progress.skipOfAll === progress.skip) return { value: [] };
		const outcome = await send({ ...request, skip: progress.skip });
		if ('failure' in outcome) return outcome;
		const missed = outcome.value.events.filter((event) => progress.isNew(event));
		if (missed.length > 0) {
			progress.add(missed, []);
			return { value: missed };
		}
		if (progress.repeats === 0 || progress.last === undefined) return { value: [] };
		progress.skip += 1;
		progress.isOver = true;
		return { value: [progress.last] };
	}

	/** Gives whether any of them is seen for the first time. */
	private note(unplaced: readonly UnplacedEvent[]): boolean {
		const knownBefore = this.unplacedIds.size;
		for (const { id } of unplaced) this.unplacedIds.add(id);
		return this.unplacedIds.size > knownBefore;
	}

	private remember(key: string, progress: Progress): void {
		this.progressByQuery.delete(key);
		this.progressByQuery.set(key, progress);
		const [oldest] = this.progressByQuery.keys();
		if (this.progressByQuery.size > MAX_QUERIES && oldest !== undefined) {
			this.progressByQuery.delete(oldest);
		}
	}
}
