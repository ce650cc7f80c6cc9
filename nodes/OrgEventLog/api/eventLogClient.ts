import { createHash } from 'node:crypto';
import { toFailure, type Answer } from './answer';
import type { EventsPage, PageRequest } from './event';
import { toFilterQuery, type EventFilters, type Query } from './eventFilters';
import type { FailureFacts } from './failureFacts';
import { withFacts } from './failures';
import { createNegotiation, type SpelledRequest } from './limitNegotiation';
import { outcomeOf } from './outcome';
import { parseCount, parseEventsPage } from './parseAnswer';
import { readServiceTimeMs } from './retryTiming';
import { withRetries, type Surroundings } from './retries';

/** Reads the event log. Everything it throws says what happened and what to do. */
export interface EventLogClient {
	/** A page of List. It may be shorter than `limit` although more follows. */
	listPage(filters: EventFilters, request: PageRequest): Promise<EventsPage>;
	/** A page of Feed. It may be shorter than `limit` although more follows. */
	feedPage(request: PageRequest): Promise<EventsPage>;
	/** How many events Count says there are; bounds as the API has them, epoch milliseconds. */
	count(filters: EventFilters, bounds: CountBounds): Promise<number>;
	/** Calls back each time that the service asks for fewer requests: status 429 or 503. */
	onThrottled(listener: () => void): void;
	/** Tells one log from another: a hash of the base URL, with no secret in it. */
	readonly logScope: string;
}

/** The API's own `after` and `before` of Count, epoch milliseconds. */
export interface CountBounds {
	readonly afterMs?: number;
	readonly beforeMs?: number;
}

export type Endpoint = 'events' | 'events/count' | 'events/feed';

/**
 * Sends one request and gives the answer, whatever its status.
 *
 * @throws EventLogFailure where there was no answer.
 */
export type Send = (endpoint: Endpoint, query: Query, timeoutMs: number) => Promise<Answer>;

export interface ClientSettings extends Omit<Surroundings, 'onThrottled'> {
	readonly send: Send;
	/** Without the API's path. */
	readonly baseUrl: string;
	/** What failures may tell: origin, mode, API version. */
	readonly facts: FailureFacts;
	/** For one request, milliseconds. */
	readonly timeoutMs: number;
	/** Whether events carry their own JSON text. */
	readonly keepText: boolean;
}

const LOG_SCOPE_LENGTH = 16;

function toLogScope(baseUrl: string): string {
	return createHash('sha256').update(baseUrl).digest('hex').slice(0, LOG_SCOPE_LENGTH);
}

function withoutUndefined(query: Record<string, string | number | undefined>): Query {
	const defined: Record<string, string> = {};
	for (const [name, value] of Object.entries(query)) {
		if (value !== undefined) defined[name] = String(value);
	}
	return defined;
}

function toPageQuery({ order, afterMs, beforeMs, skip, limit }: SpelledRequest): Query {
	return withoutUndefined({ order, after: afterMs, before: beforeMs, skip, limit });
}

/** Sends one request with retries and hands the answer to `parse`. */
type Ask = <T>(endpoint: Endpoint, query: Query, parse: (answer: Answer) => T) => Promise<T>;

function createAsk(settings: ClientSettings, onThrottled: () => void): Ask {
	const { send, facts, now, deadlineEpochMs = Infinity } = settings;
	return async (endpoint, query, parse) => {
		const attempt = async () => {
			const timeoutMs = Math.max(1, Math.min(settings.timeoutMs, deadlineEpochMs - now()));
			const answer = await send(endpoint, query, timeoutMs);
			if (answer.status !== 200) throw toFailure(answer, facts, now(), Object.keys(query));
			return parse(answer);
		};
		const outcome = await outcomeOf(() => withRetries(attempt, { ...settings, onThrottled }));
		if ('thrown' in outcome) throw withFacts(outcome.thrown, facts);
		return outcome.value;
	};
}

/** A client over anything that can send a request. */
export function createClient(settings: ClientSettings): EventLogClient {
	const throttleListeners: Array<() => void> = [];
	const ask = createAsk(settings, () => throttleListeners.forEach((listener) => listener()));
	const negotiateList = createNegotiation();
	const negotiateFeed = createNegotiation();

	const parsePage = ({ headers, body }: Answer): EventsPage => ({
		events: parseEventsPage(body, settings),
		serviceTimeMs: readServiceTimeMs(headers),
	});

	return {
		logScope: toLogScope(settings.baseUrl),
		onThrottled: (listener) => void throttleListeners.push(listener),
		async listPage(filters, request) {
			const filterQuery = toFilterQuery(filters);
			return await negotiateList(request, (page) =>
				ask('events', { ...toPageQuery(page), ...filterQuery }, parsePage),
			);
		},
		async feedPage(request) {
			return await negotiateFeed(request, (page) =>
				ask('events/feed', toPageQuery(page), parsePage),
			);
		},
		async count(filters, { afterMs, beforeMs }) {
			const bounds = withoutUndefined({ after: afterMs, before: beforeMs });
			const query = { ...bounds, ...toFilterQuery(filters) };
			return await ask('events/count', query, ({ body }) => parseCount(body));
		},
	};
}
