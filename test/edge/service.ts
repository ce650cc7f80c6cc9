import type { Clock } from './clock';
import type { Knobs, Quota } from './knobs';
import { type Endpoint, type Query, ServedLog } from './servedLog';
import type { Fields, Json, ServedEvent } from './servedEvent';
import { nanosecondsOf, writeFields } from './servedEvent';

/** What goes wrong with one request, or with all of them. */
export type Stumble =
	| ('unavailable' | 'tooMany' | 'serverError' | 'badGateway' | 'gatewayTimeout')
	| ('reset' | 'brokenBody' | 'empty' | 'toldWith200' | 'halfWith200')
	| ('forbidden' | 'down' | 'revoked');

/** One answer, as n8n's helper hands it over for `encoding: 'stream'`. */
export interface Answer {
	readonly statusCode: number;
	readonly headers: Record<string, string>;
	readonly body: AsyncIterable<Buffer> & { destroy: () => void };
}

/** A request as somebody at the service sees it. */
export interface LoggedRequest {
	readonly text: string;
	readonly endpoint: Endpoint;
	/** Entries of a page, or 1 for a count; undefined where it was not answered with status 200. */
	entries?: number;
	/** Refused by a quota or for the length of its page, or something else went wrong on its way. */
	isHindered?: boolean;
	isStumbling?: boolean;
}

const MINUTE = 60_000;
const API_KEY = 'the-api-key';

/** The service in this process: its answers take virtual time only. */
export class Service extends ServedLog {
	readonly requests: LoggedRequest[] = [];
	/** Whoever makes more in a run or a poll will never end. */
	mostRequests = 3000;
	/** By the number of the request. */
	stumbles: ReadonlyMap<number, Stumble> = new Map();
	/** A key may open Feed alone. */
	refusesList = false;
	private readonly texts = new Map<ServedEvent, { list?: string; feed?: string }>();
	private token = { number: 0, requestsLeft: 0 };
	private minute = { number: -1, requests: 0 };

	constructor(
		knobs: Knobs,
		private readonly clock: Clock,
		events: readonly ServedEvent[] = [],
	) {
		super(knobs, () => clock.trueMs);
		this.add(events);
	}

	get usesTokens(): boolean {
		return this.knobs.requestsOfToken < Infinity;
	}

	/** Exchanges the refresh token; earlier access tokens stop counting. */
	exchange(): Answer {
		this.token = { number: this.token.number + 1, requestsLeft: this.knobs.requestsOfToken };
		return this.toAnswer(200, JSON.stringify({ Message: `token-${this.token.number}` }));
	}

	/** Answers a request, or throws what a network throws. */
	async answer(
		url: string,
		asked: Readonly<Record<string, unknown>>,
		authorization: unknown,
	): Promise<Answer> {
		const { knobs, clock } = this;
		const query = toTexts(asked);
		const endpoint = toEndpoint(url.slice(url.indexOf('/v1/') + 4));
		const logged: LoggedRequest = { text: JSON.stringify([endpoint, query]), endpoint };
		this.requests.push(logged);
		if (this.requests.length > this.mostRequests) throw new Error('There is no end of requests');
		const stumble = this.stumbles.get(this.requests.length);
		// Requests that are made at the same time may overtake each other.
		for (let ticks = Math.floor(this.chance() * 6); ticks >= 0; ticks--) await Promise.resolve();
		clock.trueMs += knobs.msPerRequest;
		const { quota } = knobs;
		const isUsedUp = quota !== undefined && this.isUsedUp(quota);
		const tooLong = this.isTooLong(endpoint, query);
		logged.isHindered = isUsedUp || (tooLong !== undefined && tooLong !== 'cap');
		logged.isStumbling = stumble !== undefined;
		if (isUsedUp) return this.refuseForQuota(quota);
		if (stumble === 'revoked') this.token = { ...this.token, number: this.token.number + 1 };
		if (!this.isAuthorized(authorization)) return this.refuseToken();
		const refused = this.stumble(stumble) ?? this.refuseQuery(endpoint, query);
		if (refused !== undefined) return await refused;
		const isCut = stumble === 'brokenBody' || tooLong === 'breaksOff';
		if (endpoint === 'events/count') {
			if (!isCut) logged.entries = 1;
			return this.toAnswer(200, `{"data":${this.count(query)}}`, {}, isCut);
		}
		const page = stumble === 'empty' ? [] : this.page(endpoint, query);
		const told = page.slice(0, stumble === 'halfWith200' ? Math.ceil(page.length / 2) : undefined);
		if (!isCut && stumble !== 'halfWith200') logged.entries = page.length;
		if (page.length === 0) return this.sayNothing();
		const events = told.map((event) => this.textOfEvent(event, endpoint === 'events/feed'));
		const errors = { absent: '', null: ',"error":null', none: ',"errors":[]' }[knobs.error];
		const error = stumble === 'halfWith200' ? ',"error":"partial result"' : errors;
		return this.toAnswer(200, `{"data": [${events.join(',')}]${error}}`, {}, isCut);
	}

	/** The text of one event as List or Feed sends it. */
	textOfEvent(event: ServedEvent, isFeed: boolean): string {
		const known = this.texts.get(event) ?? {};
		this.texts.set(event, known);
		return (known[isFeed ? 'feed' : 'list'] ??= writeFields(
			this.fieldsOf(event, isFeed),
			event.style,
		));
	}

	/** An event as List or Feed shows it. */
	fieldsOf(event: ServedEvent, isFeed: boolean): Fields {
		const { createdAtMs, saysForTime } = event;
		const time: Json = this.knobs.timeAs === 'text' ? String(createdAtMs) : createdAtMs;
		const fields = { ...event.fields, created_at: saysForTime === undefined ? time : saysForTime };
		if (!isFeed) return { ...fields, created_at_ns: nanosecondsOf(createdAtMs) };
		const { message = null, ...others }: Fields = fields;
		return { ...others, messages: message, group_id: 'group-1' };
	}

	private isUsedUp({ requests, offsetMs }: Quota): boolean {
		const number = Math.floor((this.clock.trueMs - offsetMs) / MINUTE);
		if (number !== this.minute.number) this.minute = { number, requests: 0 };
		this.minute.requests += 1;
		return this.minute.requests > requests;
	}

	private refuseForQuota({ status, says, offsetMs }: Quota): Answer {
		const untilMs = (this.minute.number + 1) * MINUTE + offsetMs;
		const seconds = String(Math.ceil((untilMs - this.clock.trueMs) / 1000));
		const epoch = String(Math.ceil(untilMs / 1000));
		const headers: Readonly<Record<Quota['says'], Record<string, string>>> = {
			'Retry-After in seconds': { 'retry-after': seconds },
			'Retry-After as a date': { 'retry-after': new Date(Number(epoch) * 1000).toUTCString() },
			'Retry-After as an epoch': { 'retry-after': epoch },
			'RateLimit-Reset': { 'ratelimit-reset': seconds },
			'X-RateLimit-Reset in seconds': { 'x-ratelimit-reset': seconds },
			'X-RateLimit-Reset as an epoch': { 'x-ratelimit-reset': epoch },
			nothing: {},
		};
		return this.toAnswer(status, '{"error":"too many requests"}', headers[says]);
	}

	private isAuthorized(authorization: unknown): boolean {
		if (!this.usesTokens) return authorization === `Bearer ${API_KEY}`;
		const { number, requestsLeft } = this.token;
		if (requestsLeft <= 0 || authorization !== `Bearer token-${number}`) return false;
		this.token = { number, requestsLeft: requestsLeft - 1 };
		return true;
	}

	private refuseToken(): Answer {
		return this.toAnswer(
			this.usesTokens ? this.knobs.saysExpiredWith : 401,
			'{"error":"token expired"}',
		);
	}

	private stumble(stumble: Stumble | undefined): Answer | undefined {
		if (stumble === 'reset' || stumble === 'down')
			throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
		if (stumble === 'unavailable')
			return this.toAnswer(503, '{"error":"later"}', { 'retry-after': '2' });
		if (stumble === 'tooMany') return this.toAnswer(429, 'slow down', { 'retry-after': '1' });
		if (stumble === 'serverError') return this.toAnswer(500, '<html>oops</html>');
		if (stumble === 'badGateway') return this.toAnswer(502, '<html>oops</html>');
		if (stumble === 'gatewayTimeout') return this.toAnswer(504, '');
		if (stumble === 'forbidden') return this.toAnswer(403, '{"error":"no"}');
		if (stumble === 'toldWith200') return this.toAnswer(200, '{"error":"index is closed"}');
		return undefined;
	}

	private refuseQuery(endpoint: Endpoint, query: Query): Answer | Promise<Answer> | undefined {
		const { knobs, clock } = this;
		if (this.refusesList && endpoint !== 'events/feed') return this.toAnswer(403, '{"error":"no"}');
		const isTooOld = Number(query.after ?? Infinity) < clock.trueMs - knobs.keptMs;
		if (isTooOld && knobs.refusesTooOldAfter) return this.toAnswer(400, '{"error":"too old"}');
		const isAhead = Number(query.before ?? 0) > clock.trueMs + 1000;
		if (isAhead && knobs.refusesFutureBefore)
			return this.toAnswer(400, '{"error":"in the future"}');
		if (Number(query.skip ?? 0) > knobs.maxSkip) return this.toAnswer(400, '{"error":"too deep"}');
		const refusal = this.isTooLong(endpoint, query);
		if (typeof refusal === 'number') return this.toAnswer(refusal, 'no');
		if (refusal === 'hangs') return new Promise(() => {});
		if (refusal !== 'resets') return undefined;
		throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
	}

	/** How a limit that is too large is refused. */
	private isTooLong(endpoint: Endpoint, { limit }: Query): Knobs['overMaxLimit'] | undefined {
		const { feedMaxLimit, listMaxLimit, overMaxLimit } = this.knobs;
		const maxLimit = endpoint === 'events/feed' ? feedMaxLimit : listMaxLimit;
		return Number(limit ?? 0) > maxLimit ? overMaxLimit : undefined;
	}

	private sayNothing(): Answer {
		const { nothing } = this.knobs;
		if (nothing === '204') return this.toAnswer(204, '');
		return this.toAnswer(200, nothing === '{}' ? '{}' : `{"data":${nothing}}`);
	}

	private toAnswer(
		statusCode: number,
		text: string,
		headers: Record<string, string> = {},
		breaksOff = false,
	): Answer {
		const { hasDate, bytesPerChunk } = this.knobs;
		const date = new Date(this.clock.trueMs).toUTCString();
		return {
			statusCode,
			headers: { 'content-type': 'application/json', ...(hasDate && { date }), ...headers },
			body: toBody(Buffer.from(text), bytesPerChunk, breaksOff),
		};
	}
}

function toEndpoint(path: string): Endpoint {
	if (path === 'events' || path === 'events/count' || path === 'events/feed') return path;
	throw new Error(`The service has no ${path}`);
}

function toTexts(query: Readonly<Record<string, unknown>>): Query {
	// n8n's helper sends no parameter that is undefined.
	const sent = Object.entries(query).filter(([, value]) => value !== undefined);
	return Object.fromEntries(sent.map(([name, value]) => [name, String(value)]));
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
