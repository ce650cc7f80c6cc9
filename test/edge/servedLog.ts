import { seededRandom } from '../support/modelLog';
import { passesMinimumSeverity } from './documentedFields';
import { FILTERS, matches } from './documentedFilters';
import type { Knobs } from './knobs';
import { nanosecondsOf, type ServedEvent } from './servedEvent';

/** Events that come where no limit is sent: documented. */
export const DEFAULT_LIMIT = 10;

export type Endpoint = 'events' | 'events/count' | 'events/feed';
export type Query = Readonly<Record<string, string | undefined>>;

const PLACES = { events: 'list', 'events/count': 'count', 'events/feed': 'feed' } as const;

/** The service's log: the events that a query of the API gets. */
export class ServedLog {
	/** By time, and those of one time in the order in which they were logged. */
	private events: readonly ServedEvent[] = [];
	/** From 0 up to 1, the same for the same seed. */
	protected readonly chance: () => number;

	constructor(
		public knobs: Knobs,
		private readonly nowMs: () => number,
	) {
		this.chance = seededRandom(knobs.seed);
	}

	add(events: readonly ServedEvent[]): void {
		this.events = [...this.events, ...events].sort(
			(one, other) => one.createdAtMs - other.createdAtMs,
		);
	}

	/** All that was ever logged, also what is not visible yet, and what was dropped. */
	get all(): readonly ServedEvent[] {
		return this.events;
	}

	get hasMalformed(): boolean {
		return this.events.some(({ saysForTime }) => saysForTime !== undefined);
	}

	/** What reads show at a time, or at any time between two, oldest first; malformed records, too. */
	shownAt(fromMs: number, toMs = fromMs): readonly ServedEvent[] {
		const oldestMs = fromMs - this.knobs.keptMs;
		return this.events.filter(
			({ createdAtMs, visibleAtMs }) => visibleAtMs <= toMs && createdAtMs >= oldestMs,
		);
	}

	page(endpoint: 'events' | 'events/feed', query: Query): readonly ServedEvent[] {
		const { knobs } = this;
		const isFeed = endpoint === 'events/feed';
		const maxLimit = isFeed ? knobs.feedMaxLimit : knobs.listMaxLimit;
		const limit = Math.min(Number(query.limit ?? DEFAULT_LIMIT), maxLimit);
		const skip = Number(query.skip ?? 0);
		const found = this.inRange(endpoint, query);
		const { isOldestFirst, sortsPage } = this.orderOf(isFeed, query.order);
		const passing = isFeed ? found : found.filter((event) => this.passes(event, query));
		const page = this.inOrder(passing, isOldestFirst).slice(skip, skip + limit);
		return sortsPage ? page.reverse() : page;
	}

	count(query: Query): number {
		const { countCap, countLag } = this.knobs;
		const unknown = new Set(countLag > 0 ? this.shownAt(this.nowMs()).slice(-countLag) : []);
		const counted = this.inRange('events/count', query).filter(
			(event) => !unknown.has(event) && this.passes(event, query),
		);
		return Math.min(countCap, counted.length);
	}

	private orderOf(isFeed: boolean, order: string | undefined) {
		const { feedOrder, feedDefaultOrder } = this.knobs;
		if (!isFeed) return { isOldestFirst: order === 'ASC', sortsPage: false };
		const byDefault = { isOldestFirst: feedDefaultOrder === 'ASC', sortsPage: false };
		const isUnknown = feedOrder === 'lowerCaseOnly' && order !== order?.toLowerCase();
		if (order === undefined || feedOrder === 'ignored' || isUnknown) return byDefault;
		const isOldestFirst = order.toUpperCase() === 'ASC';
		if (feedOrder !== 'sortsPage') return { isOldestFirst, sortsPage: false };
		return { ...byDefault, sortsPage: isOldestFirst !== byDefault.isOldestFirst };
	}

	private inRange(endpoint: Endpoint, { after, before }: Query): ServedEvent[] {
		const { knobs } = this;
		const nowMs = this.nowMs();
		const place = PLACES[endpoint];
		const afterMs = after === undefined ? -Infinity : Number(after);
		const beforeMs = before === undefined ? Infinity : Number(before);
		const fromMs = Math.max(
			afterMs + (knobs[`${place}AfterInclusive`] ? 0 : 1),
			nowMs - knobs.keptMs,
		);
		const toMs = beforeMs - (knobs[`${place}BeforeInclusive`] ? 0 : 1);
		const found: ServedEvent[] = [];
		for (let index = firstFrom(this.events, fromMs); index < this.events.length; index++) {
			const event = this.events[index];
			if (event === undefined || event.createdAtMs > toMs) break;
			if (event.visibleAtMs <= nowMs) found.push(event);
		}
		return found;
	}

	private inOrder(events: readonly ServedEvent[], isOldestFirst: boolean): ServedEvent[] {
		const { ties } = this.knobs;
		const instants = instantsOf(events);
		if (!isOldestFirst) instants.reverse();
		for (const instant of instants) {
			if (instant.length === 1) continue;
			if (ties === 'shuffled') shuffle(instant, this.chance);
			if (ties === 'mirrored' && !isOldestFirst) instant.reverse();
		}
		return instants.flat();
	}

	private passes(event: ServedEvent, query: Query): boolean {
		const createdAtNs = nanosecondsOf(event.createdAtMs);
		const { severity, start_time: start, end_time: end } = query;
		return (
			Object.entries(FILTERS).every(([name, { parameter, takesSeveral }]) => {
				const asked = query[parameter];
				const isIgnored =
					name === 'subType' && query.type === undefined && this.knobs.loneSubType === 'ignored';
				if (asked === undefined || isIgnored) return true;
				const wanted = takesSeveral ? asked.split('|').map((text) => text.trim()) : [asked];
				return matches(event, name, wanted);
			}) &&
			(severity === undefined || passesMinimumSeverity(event.fields.severity, severity)) &&
			(start === undefined || createdAtNs > BigInt(start)) &&
			(end === undefined || createdAtNs < BigInt(end))
		);
	}
}

/** Events in their order, those of one millisecond together. */
export function instantsOf(events: readonly ServedEvent[]): ServedEvent[][] {
	const instants: ServedEvent[][] = [];
	let lastMs = NaN;
	for (const event of events) {
		if (event.createdAtMs === lastMs) instants[instants.length - 1]?.push(event);
		else instants.push([event]);
		lastMs = event.createdAtMs;
	}
	return instants;
}

function firstFrom(events: readonly ServedEvent[], fromMs: number): number {
	let low = 0;
	let high = events.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((events[middle]?.createdAtMs ?? Infinity) < fromMs) low = middle + 1;
		else high = middle;
	}
	return low;
}

function shuffle(events: ServedEvent[], random: () => number): void {
	for (let last = events.length - 1; last > 0; last--) {
		const other = Math.floor(random() * (last + 1));
		const [one, two] = [events[last], events[other]];
		if (one === undefined || two === undefined) continue;
		events[last] = two;
		events[other] = one;
	}
}
