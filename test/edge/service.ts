import type { Clock } from './clock';
import { seededRandom } from '../support/modelLog';

/** How many events come where no limit is sent: documented. */
const DEFAULT_LIMIT = 10;

/** What JSON can say, integers of any size included. */
export type Json =
	null | boolean | number | bigint | string | readonly Json[] | { readonly [name: string]: Json };
export type Fields = { readonly [name: string]: Json };

/** How an event is written; all of it means the same. */
export type TextStyle = 'compact' | 'spaced' | 'lines' | 'escaped';

/** An event as the service holds it. */
export interface ServedEvent {
	readonly id: string;
	readonly createdAtMs: number;
	/** When reads begin to show it. */
	readonly visibleAtMs: number;
	/** As List shows it; Feed calls its message `messages`, has a `group_id`, and no nanoseconds. */
	readonly fields: Fields;
	/** What the service can filter by although no documented field shows it. */
	readonly workload: string | null;
	readonly serviceName: string | null;
	readonly serviceAccount: string | null;
	readonly style: TextStyle;
}

/** Everything that the specification leaves open. */
export interface Knobs {
	readonly listMaxLimit: number;
	readonly feedMaxLimit: number;
	readonly overMaxLimit: 'cap' | 'refuse';
	readonly listAfterInclusive: boolean;
	readonly listBeforeInclusive: boolean;
	readonly countAfterInclusive: boolean;
	readonly countBeforeInclusive: boolean;
	readonly feedAfterInclusive: boolean;
	readonly feedBeforeInclusive: boolean;
	/** `sortsPage` picks the page by the default order and sorts what it picked. */
	readonly feedOrder: 'honoured' | 'ignored' | 'lowerCaseOnly' | 'sortsPage';
	readonly feedDefaultOrder: 'ASC' | 'DESC';
	readonly ties: 'insertion' | 'mirrored' | 'shuffled';
	readonly loneSubType: 'filters' | 'ignored';
	readonly hasDate: boolean;
	/** A deeper one is refused. */
	readonly maxSkip: number;
	readonly countCap: number;
	/** How many of the newest events Count does not know yet. */
	readonly countLag: number;
	/** How much time an answer takes. */
	readonly msPerRequest: number;
	readonly bytesPerChunk: number;
	readonly seed: number;
}

/** A plain reading of the specification. */
export const PLAIN_KNOBS: Knobs = {
	listMaxLimit: 1000,
	feedMaxLimit: 1000,
	overMaxLimit: 'cap',
	listAfterInclusive: false,
	listBeforeInclusive: false,
	countAfterInclusive: false,
	countBeforeInclusive: false,
	feedAfterInclusive: true,
	feedBeforeInclusive: true,
	feedOrder: 'honoured',
	feedDefaultOrder: 'DESC',
	ties: 'insertion',
	loneSubType: 'filters',
	hasDate: true,
	maxSkip: Infinity,
	countCap: Infinity,
	countLag: 0,
	msPerRequest: 0,
	bytesPerChunk: 1_000_000,
	seed: 1,
};

export type Stumble =
	'unavailable' | 'serverError' | 'tooMany' | 'reset' | 'brokenBody' | 'forbidden' | 'down';

type Endpoint = 'events' | 'events/count' | 'events/feed';

/** One answer, as n8n's helper hands it over for `encoding: 'stream'`. */
export interface Answer {
	readonly statusCode: number;
	readonly headers: Record<string, string>;
	readonly body: AsyncIterable<Buffer> & { destroy: () => void };
}

class Refusal extends Error {}

const SEVERITIES = ['DEBUG', 'INFO', 'WARN', 'ERROR'];

/** The service in this process: an answer takes no network and no real time. */
export class Service {
	/** By time, and of one time in the order in which they were logged. */
	private events: ServedEvent[] = [];
	private readonly random: () => number;
	private readonly texts = new Map<ServedEvent, { list?: string; feed?: string }>();
	requests = 0;
	/** What becomes of requests, by their number. */
	stumbles: ReadonlyMap<number, Stumble> = new Map();
	/** What becomes of all requests. */
	isDown: Stumble | undefined;
	/** Whether the key may read only Feed. */
	refusesList = false;
	/** How often List was refused. */
	listRefusals = 0;

	constructor(
		public knobs: Knobs,
		private readonly clock: Clock,
		events: readonly ServedEvent[] = [],
	) {
		this.random = seededRandom(knobs.seed);
		this.add(events);
	}

	add(events: readonly ServedEvent[]): void {
		this.events = [...this.events, ...events].sort(
			(one, other) => one.createdAtMs - other.createdAtMs,
		);
	}

	/** Loses the oldest events, as a log does that keeps them for so long. */
	forgetBefore(timeMs: number): void {
		this.events = this.events.filter(({ createdAtMs }) => createdAtMs >= timeMs);
	}

	/** Every event that was logged and is kept, oldest first, also what is not visible yet. */
	get all(): readonly ServedEvent[] {
		return this.events;
	}

	/** Answers a request, or throws what a network throws. */
	async answer(url: string, query: Readonly<Record<string, unknown>>): Promise<Answer> {
		const number = (this.requests += 1);
		const stumble = this.isDown ?? this.stumbles.get(number);
		// What is asked for at the same time may overtake.
		for (let ticks = Math.floor(this.random() * 6); ticks >= 0; ticks--) await Promise.resolve();
		this.clock.trueMs += this.knobs.msPerRequest;
		if (stumble === 'reset' || stumble === 'down') {
			throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
		}
		if (stumble === 'unavailable')
			return this.toAnswer(503, '{"error":"later"}', { 'retry-after': '2' });
		if (stumble === 'tooMany') return this.toAnswer(429, 'slow down', { 'retry-after': '1' });
		if (stumble === 'serverError') return this.toAnswer(500, '<html>oops</html>');
		const isFeed = url.endsWith('events/feed');
		if (stumble === 'forbidden' || (this.refusesList && !isFeed)) {
			if (!isFeed) this.listRefusals += 1;
			return this.toAnswer(403, '{"error":"no"}');
		}
		try {
			const text = this.textOf(url.slice(url.indexOf('/v1/') + 4), toTexts(query));
			return this.toAnswer(200, text, {}, stumble === 'brokenBody');
		} catch (thrown) {
			if (thrown instanceof Refusal) return this.toAnswer(400, thrown.message);
			throw thrown;
		}
	}

	private textOf(endpoint: string, query: Query): string {
		if (endpoint === 'events/count') return `{"data":${this.count(query)}}`;
		if (endpoint !== 'events' && endpoint !== 'events/feed') throw new Error(`No ${endpoint}`);
		const isFeed = endpoint === 'events/feed';
		const page = this.page(endpoint, query);
		return `{"data": [${page.map((event) => this.textOfEvent(event, isFeed)).join(',')}]}`;
	}

	/** The text of one event as List or Feed sends it. */
	textOfEvent(event: ServedEvent, isFeed: boolean): string {
		const known = this.texts.get(event) ?? {};
		this.texts.set(event, known);
		const place = isFeed ? 'feed' : 'list';
		return (known[place] ??= toText(this.fieldsOf(event, isFeed), event.style));
	}

	/** An event as List or Feed shows it. */
	fieldsOf(event: ServedEvent, isFeed: boolean): Fields {
		const { createdAtMs, fields } = event;
		if (isFeed) {
			const { message = null, ...others } = fields;
			return { ...others, messages: message, group_id: 'group-1' };
		}
		return { ...fields, created_at_ns: nanosecondsOf(createdAtMs) };
	}

	private page(endpoint: Endpoint, query: Query): readonly ServedEvent[] {
		const { knobs } = this;
		const isFeed = endpoint === 'events/feed';
		const { isOldestFirst, sortsPage } = this.orderOf(isFeed, query.order);
		const maxLimit = isFeed ? knobs.feedMaxLimit : knobs.listMaxLimit;
		const asked = Number(query.limit ?? DEFAULT_LIMIT);
		if (asked > maxLimit && knobs.overMaxLimit === 'refuse') throw new Refusal('Bad Request');
		const skip = Number(query.skip ?? 0);
		if (skip > knobs.maxSkip) throw new Refusal('{"error":"skip is too deep"}');
		const found = this.inRange(query, isFeed ? 'feed' : 'list');
		const passing = isFeed ? found : found.filter(this.filterOf(query));
		const ordered = this.inOrder(passing, isOldestFirst);
		const page = ordered.slice(skip, skip + Math.min(asked, maxLimit));
		return sortsPage ? page.reverse() : page;
	}

	private orderOf(
		isFeed: boolean,
		order: string | undefined,
	): { isOldestFirst: boolean; sortsPage: boolean } {
		const { feedOrder, feedDefaultOrder } = this.knobs;
		if (!isFeed) return { isOldestFirst: order === 'ASC', sortsPage: false };
		const byDefault = { isOldestFirst: feedDefaultOrder === 'ASC', sortsPage: false };
		if (feedOrder === 'ignored' || order === undefined) return byDefault;
		if (feedOrder === 'lowerCaseOnly' && order !== order.toLowerCase()) return byDefault;
		const isOldestFirst = order.toUpperCase() === 'ASC';
		if (feedOrder !== 'sortsPage') return { isOldestFirst, sortsPage: false };
		return { ...byDefault, sortsPage: isOldestFirst !== byDefault.isOldestFirst };
	}

	private count(query: Query): number {
		const { countCap, countLag } = this.knobs;
		const visible = this.events.filter(({ visibleAtMs }) => visibleAtMs <= this.clock.trueMs);
		const unknown = new Set(countLag > 0 ? visible.slice(-countLag) : []);
		const passing = this.inRange(query, 'count').filter(this.filterOf(query));
		return Math.min(countCap, passing.filter((event) => !unknown.has(event)).length);
	}

	private inRange({ after, before }: Query, place: 'list' | 'count' | 'feed'): ServedEvent[] {
		const { knobs } = this;
		const { trueMs } = this.clock;
		const afterMs = after === undefined ? -Infinity : Number(after);
		const beforeMs = before === undefined ? Infinity : Number(before);
		const fromMs = afterMs + (knobs[`${place}AfterInclusive`] ? 0 : 1);
		const toMs = beforeMs - (knobs[`${place}BeforeInclusive`] ? 0 : 1);
		const found: ServedEvent[] = [];
		for (let at = firstFrom(this.events, fromMs); at < this.events.length; at++) {
			const event = this.events[at];
			if (event === undefined || event.createdAtMs > toMs) break;
			if (event.visibleAtMs <= trueMs) found.push(event);
		}
		return found;
	}

	private inOrder(events: readonly ServedEvent[], isOldestFirst: boolean): ServedEvent[] {
		const { ties } = this.knobs;
		const instants: ServedEvent[][] = [];
		let lastMs = NaN;
		for (const event of events) {
			if (event.createdAtMs === lastMs) instants[instants.length - 1]?.push(event);
			else instants.push([event]);
			lastMs = event.createdAtMs;
		}
		if (!isOldestFirst) instants.reverse();
		for (const instant of instants) {
			if (instant.length === 1) continue;
			if (ties === 'shuffled') shuffle(instant, this.random);
			if (ties === 'mirrored' && !isOldestFirst) instant.reverse();
		}
		return instants.flat();
	}

	private filterOf(query: Query): (event: ServedEvent) => boolean {
		const { loneSubType } = this.knobs;
		const checks: Array<(event: ServedEvent) => boolean> = [];
		const several = (given: string | undefined, of: (event: ServedEvent) => Json | undefined) => {
			if (given === undefined) return;
			const wanted = new Set<unknown>(given.split('|').map((text) => text.trim()));
			checks.push((event) => wanted.has(of(event)));
		};
		const one = (given: string | undefined, of: (event: ServedEvent) => Json | undefined) => {
			if (given !== undefined) checks.push((event) => of(event) === given);
		};
		several(query.type, ({ fields }) => fields.type);
		if (loneSubType === 'filters' || query.type !== undefined) {
			one(query.sub_type, ({ fields }) => fields.sub_type);
		}
		one(query.action, ({ fields }) => fields.action);
		several(query.user_email, ({ fields }) => at(fields, 'user_principal', 'user', 'email'));
		one(query.device_id, ({ fields }) => at(fields, 'user_principal', 'device', 'id'));
		several(query.serialnumber, ({ fields }) =>
			at(fields, 'user_principal', 'device', 'serial_number'),
		);
		several(query.workload_container_id, ({ workload }) => workload);
		several(query.service_name, ({ serviceName }) => serviceName);
		several(query.service_account_name, ({ serviceAccount }) => serviceAccount);
		one(query.id, ({ id }) => id);
		one(query.external_id, ({ fields }) => fields.external_id);
		const { severity, start_time: start, end_time: end } = query;
		if (severity !== undefined) {
			const least = SEVERITIES.indexOf(severity);
			checks.push(({ fields }) => {
				const rank = SEVERITIES.indexOf(textOf(fields.severity).toUpperCase());
				return rank < 0 || rank >= least;
			});
		}
		if (start !== undefined) {
			checks.push(({ createdAtMs }) => nanosecondsOf(createdAtMs) > BigInt(start));
		}
		if (end !== undefined) {
			checks.push(({ createdAtMs }) => nanosecondsOf(createdAtMs) < BigInt(end));
		}
		return (event) => checks.every((check) => check(event));
	}

	private toAnswer(
		statusCode: number,
		text: string,
		headers: Record<string, string> = {},
		breaksOff = false,
	): Answer {
		const date: Record<string, string> = this.knobs.hasDate
			? { date: new Date(this.clock.trueMs).toUTCString() }
			: {};
		return {
			statusCode,
			headers: { 'content-type': 'application/json', ...date, ...headers },
			body: toBody(Buffer.from(text), this.knobs.bytesPerChunk, breaksOff),
		};
	}
}

type Query = Readonly<Record<string, string | undefined>>;

function toTexts(query: Readonly<Record<string, unknown>>): Query {
	return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
}

function toBody(bytes: Buffer, bytesPerChunk: number, breaksOff: boolean): Answer['body'] {
	return {
		destroy: () => {},
		async *[Symbol.asyncIterator]() {
			for (let from = 0; from < bytes.length; from += bytesPerChunk) {
				if (breaksOff) throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
				yield await Promise.resolve(bytes.subarray(from, from + bytesPerChunk));
			}
		},
	};
}

/**
 * More events of one instant than `skip` reaches can't be read: that has to fail. With bounds that may be inclusive
 * those of the milliseconds beside it are in the way, too.
 */
export function hasHiddenEvents({ maxSkip }: Knobs, events: readonly ServedEvent[]): boolean {
	return events.some((event, index) => {
		const last = events[index + maxSkip - 1];
		return last !== undefined && last.createdAtMs <= event.createdAtMs + 2;
	});
}

/** In a poll that n8n gives little time. */
const TIME_FOR_READING_MS = 15_000;
/** A page of a feed in its own order and what proves it, at most. */
const REQUESTS_FOR_A_PAGE = 8;

/**
 * An instant of many pages takes as many passes where its order changes, and a log of tiny pages is read anew by each
 * poll where a clock is hours behind: more than a poll has time for, it fails.
 */
export function mayTakeTooLong(knobs: Knobs, events: readonly ServedEvent[]): boolean {
	const perPage = Math.min(knobs.listMaxLimit, knobs.feedMaxLimit);
	const wholeLogMs = (events.length / perPage) * REQUESTS_FOR_A_PAGE * knobs.msPerRequest;
	if (wholeLogMs > TIME_FOR_READING_MS) return true;
	const requests = Math.ceil(Math.sqrt(TIME_FOR_READING_MS / knobs.msPerRequest));
	return events.some((event, index) => {
		const last = events[index + perPage * requests - 1];
		return last !== undefined && last.createdAtMs <= event.createdAtMs + 2;
	});
}

/** What is no object, as text. */
export function textOf(value: unknown): string {
	if (typeof value === 'string') return value;
	const isPlain = ['number', 'boolean', 'bigint'].includes(typeof value);
	return isPlain ? JSON.stringify(value) : '';
}

export function nanosecondsOf(createdAtMs: number): bigint {
	return BigInt(createdAtMs) * 1_000_000n;
}

/** What stands at the end of a path; undefined where it goes nowhere. */
export function at(fields: Json | undefined, ...names: readonly string[]): Json | undefined {
	let value: Json | undefined = fields;
	for (const name of names) {
		if (!isFields(value) || !Object.hasOwn(value, name)) return undefined;
		value = value[name];
	}
	return value;
}

export function isFields(value: Json | undefined): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
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

function toText(fields: Fields, style: TextStyle): string {
	const spaces = style === 'lines' ? 2 : undefined;
	// Integers that JavaScript can't hold stand as digits, as in any service's JSON.
	const text = JSON.stringify(
		fields,
		(_name, value: unknown) => (typeof value === 'bigint' ? `\u0001${value}\u0001` : value),
		spaces,
	).replace(/"\\u0001(-?\d+)\\u0001"/g, '$1');
	if (style === 'spaced') return text.replace(/^\{/, '{ ').replace(/\}$/, '\t}');
	if (style === 'lines') return text.replaceAll('\n', '\r\n');
	if (style !== 'escaped') return text;
	return text.replace(
		/[^\x20-\x7e]/g,
		(letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
}
