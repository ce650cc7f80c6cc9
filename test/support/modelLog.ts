import type { LoggedEvent } from '../../nodes/OrgEventLog/events/event';
import type { EventsPage, FetchPage, Order, PageRequest } from '../../nodes/OrgEventLog/api/page';

/** Everything that the specification leaves open about how a log is read page by page. */
export interface ModelBehaviour {
	readonly maxLimit: number;
	/** `sortsNewestPage` and `sortsOldestPage` pick the page by their own order and only then sort it as asked. */
	readonly order:
		| 'honoured'
		| 'alwaysOldestFirst'
		| 'alwaysNewestFirst'
		| 'sortsNewestPage'
		| 'sortsOldestPage'
		| 'unordered';
	/** How `order` has to be written to have an effect; in capitals unless given. */
	readonly letterCase?: 'lower';
	readonly afterInclusive: boolean;
	readonly beforeInclusive: boolean;
	readonly ties: 'stable' | 'shuffled';
	readonly maxSkip?: number;
	/** What becomes of a deeper one; the page is empty unless given. */
	readonly deepSkip?: 'empty' | 'ignored';
	readonly tellsTime: boolean;
}

const PLAIN_BEHAVIOUR: ModelBehaviour = {
	maxLimit: 1000,
	order: 'honoured',
	afterInclusive: false,
	beforeInclusive: false,
	ties: 'stable',
	tellsTime: true,
};

export interface ModelEvent {
	readonly id: string;
	readonly createdAtMs: number;
	readonly fields?: { readonly [field: string]: unknown };
}

/** An in-memory service for properties: thousands of logs a second, no network. */
export interface ModelLog {
	readonly fetchPage: FetchPage<LoggedEvent>;
	readonly requests: PageRequest[];
	nowMs: number;
	behaviour: ModelBehaviour;
	events: readonly ModelEvent[];
	/** Called before each request; what it throws is the response. */
	beforeRequest: (requestNumber: number) => void;
	/** What is given for a page; the page itself unless set. */
	distort: (page: EventsPage<LoggedEvent>, requestNumber: number) => EventsPage<LoggedEvent>;
}

/** A small seeded generator (mulberry32): the same seed gives the same numbers in [0, 1). */
export function seededRandom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
}

export function createModelLog(
	events: readonly ModelEvent[],
	behaviour: Partial<ModelBehaviour> = {},
	seed = 1,
): ModelLog {
	const random = seededRandom(seed);
	const log: ModelLog = {
		requests: [],
		nowMs: Math.max(0, ...events.map((event) => event.createdAtMs)),
		behaviour: { ...PLAIN_BEHAVIOUR, ...behaviour },
		events,
		beforeRequest: () => {},
		distort: (page) => page,
		fetchPage: async (request) => {
			log.requests.push(request);
			log.beforeRequest(log.requests.length);
			const page = log.distort(reply(log, request, random), log.requests.length);
			// Responses to parallel requests overtake each other.
			for (let ticks = Math.floor(random() * 8); ticks >= 0; ticks--) await Promise.resolve();
			return page;
		},
	};
	return log;
}

function reply(log: ModelLog, request: PageRequest, random: () => number): EventsPage<LoggedEvent> {
	const { behaviour } = log;
	const isTooDeep = request.skip > (behaviour.maxSkip ?? Infinity);
	if (isTooDeep && behaviour.deepSkip !== 'ignored') return { events: [] };
	const skip = isTooDeep ? 0 : request.skip;
	const isWithin = boundsOf(request, behaviour);
	const sorted = inDeliveredOrder(log.events.filter(isWithin), request, behaviour, random);
	const limit = Math.min(request.limit, behaviour.maxLimit);
	const page = sorted.slice(skip, skip + limit);
	const order = orderIn(request, behaviour);
	if (behaviour.order === 'sortsNewestPage' && order === 'ASC') page.reverse();
	if (behaviour.order === 'sortsOldestPage' && order === 'DESC') page.reverse();
	return {
		events: page.map(toLoggedEvent),
		...(behaviour.tellsTime && { serviceTimeMs: Math.floor(log.nowMs / 1000) * 1000 }),
	};
}

function boundsOf(
	{ afterMs = -Infinity, beforeMs = Infinity }: PageRequest,
	{ afterInclusive, beforeInclusive }: ModelBehaviour,
): (event: ModelEvent) => boolean {
	return ({ createdAtMs }) =>
		(afterInclusive ? createdAtMs >= afterMs : createdAtMs > afterMs) &&
		(beforeInclusive ? createdAtMs <= beforeMs : createdAtMs < beforeMs);
}

/** Newest first by default, as List documents it. */
function orderIn({ order }: PageRequest, { letterCase }: ModelBehaviour): Order {
	return order === (letterCase === 'lower' ? 'asc' : 'ASC') ? 'ASC' : 'DESC';
}

function inDeliveredOrder(
	events: readonly ModelEvent[],
	request: PageRequest,
	behaviour: ModelBehaviour,
	random: () => number,
): readonly ModelEvent[] {
	if (behaviour.order === 'unordered')
		return [...events].sort((one, other) => (one.id < other.id ? -1 : 1));
	const oldestFirst =
		behaviour.order === 'alwaysOldestFirst' ||
		behaviour.order === 'sortsOldestPage' ||
		(behaviour.order === 'honoured' && orderIn(request, behaviour) === 'ASC');
	const tieKeys = new Map(
		events.map((event, index) => [event, behaviour.ties === 'shuffled' ? random() : index]),
	);
	return [...events].sort(
		(one, other) =>
			(one.createdAtMs - other.createdAtMs) * (oldestFirst ? 1 : -1) ||
			(tieKeys.get(one) ?? 0) - (tieKeys.get(other) ?? 0),
	);
}

function toLoggedEvent(event: ModelEvent): LoggedEvent {
	return {
		id: event.id,
		createdAtMs: event.createdAtMs,
		fields: { id: event.id, created_at: event.createdAtMs, ...event.fields },
	};
}
