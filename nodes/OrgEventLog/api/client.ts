import { createHash } from 'node:crypto';
import { EventLogFailure, type Outcome, valueOf } from '../errors/failure';
import type { RequestFacts } from '../errors/texts/facts';
import { ReusedBuffer } from '../json/reusedBuffer';
import { apiPathOf } from './baseUrl';
import { ConcurrencyLimiter } from './concurrencyLimiter';
import type { LoggedEvent } from './event';
import { toFilterQuery } from './filterQuery';
import type { EventFilters } from './filters';
import { requestThroughHelper } from './helperRequest';
import type { HoldsSecret } from './knownSecrets';
import type { EventsPage, PageRequest } from './page';
import { type NegotiatedRequest, createNegotiation } from './pageNegotiation';
import { parseCount, parseEventsPage } from './parseResponse';
import { type ServiceResponse, failureOfStatus } from './response';
import { type RetryEnvironment, withRetries } from './retries';
import { readServiceTimeMs } from './retryTiming';

/** Reads the event log. All that its methods throw are EventLogFailures. */
export interface EventLogClient {
	/** A page of List. It may be shorter than `limit` although more follows. */
	listPage(filters: EventFilters, request: PageRequest): Promise<EventsPage<LoggedEvent>>;
	/** A page of Feed. It may be shorter than `limit` although more follows. */
	feedPage(request: PageRequest): Promise<EventsPage<LoggedEvent>>;
	/** How many events Count says there are; bounds as the API has them, epoch milliseconds. */
	count(filters: EventFilters, bounds: CountBounds): Promise<number>;
	/** Whether text of the service says a secret of the credential. */
	readonly holdsSecret: HoldsSecret;
	/** Tells one log from another: a hash of the base URL, with no secret in it. */
	readonly logScope: string;
	/** Scheme and host of the service. */
	readonly origin: string;
}

/** The API's own `after` and `before` of Count, epoch milliseconds. */
export interface CountBounds {
	readonly afterMs?: number;
	readonly beforeMs?: number;
}

export type Endpoint = 'events' | 'events/count' | 'events/feed';

/** Query parameters by the names of the API. */
export type Query = Readonly<Record<string, string>>;

/**
 * Sends one request and gives what n8n's helper returns for a full response, or throws for it. The
 * body may stand in `buffer`, which is used again once the response has been parsed.
 */
export type Send = (
	endpoint: Endpoint,
	query: Query,
	timeoutMs: number,
	buffer: ReusedBuffer,
) => Promise<unknown>;

export interface ClientSettings extends RetryEnvironment {
	readonly send: Send;
	readonly holdsSecret: HoldsSecret;
	/** Without the API's path. */
	readonly baseUrl: string;
	/** What failures may tell: origin, mode, API version. */
	readonly facts: RequestFacts;
	/** For one request, milliseconds. */
	readonly timeoutMs: number;
	readonly maxParallelRequests: number;
	/** Whether events carry their own JSON text. */
	readonly keepText: boolean;
	/** How many requests are made at most, repeated ones included; any number unless given. */
	readonly maxRequests?: number;
}

const LOG_SCOPE_LENGTH = 16;

/** A deadline is looked at a moment after it was set; less is not said differently either. */
const LEAST_CUT_MS = 1000;

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

function toPageQuery({ order, afterMs, beforeMs, skip, limit }: NegotiatedRequest): Query {
	return withoutUndefined({ order, after: afterMs, before: beforeMs, skip, limit });
}

/** Makes a request, with all that is due between here and the service, and parses the response. */
type Ask = <Value>(
	endpoint: Endpoint,
	query: Query,
	parse: (response: ServiceResponse) => Value,
) => Promise<Outcome<Value>>;

function createAsk(settings: ClientSettings): Ask {
	const { send, now, deadlineEpochMs = Infinity } = settings;
	const limiter = new ConcurrencyLimiter(settings.maxParallelRequests);
	const freeBuffers: ReusedBuffer[] = [];
	let requestsLeft = settings.maxRequests ?? Infinity;
	const outOfTime: EventLogFailure = new EventLogFailure('outOfTime', settings.facts);
	let lastFailure = outOfTime;
	return async (endpoint, query, parse) => {
		const attempt = async () => {
			requestsLeft -= 1;
			const timeoutMs = Math.max(1, Math.min(settings.timeoutMs, deadlineEpochMs - now()));
			const apiPath = apiPathOf(settings.facts.apiVersion ?? 'v1', endpoint);
			const facts = { ...settings.facts, apiPath, timeoutMs };
			const parseUnlessFailed = (response: ServiceResponse) => {
				if (response.status === 200) return parse(response);
				throw failureOfStatus(response, facts, now(), Object.keys(query));
			};
			const buffer = freeBuffers.pop() ?? new ReusedBuffer();
			const request = async () => await send(endpoint, query, timeoutMs, buffer);
			const ended = await requestThroughHelper(request, parseUnlessFailed, facts);
			const outcome = isCutShort(ended, settings.timeoutMs) ? { failure: outOfTime } : ended;
			// A request that was given up might still write into it.
			if ('value' in outcome) freeBuffers.push(buffer);
			if ('failure' in outcome) lastFailure = outcome.failure;
			limiter.observe(outcome);
			return outcome;
		};
		const environment = { ...settings, mayAskAgain: () => requestsLeft > 0 };
		return await limiter.run(async () =>
			requestsLeft > 0 ? await withRetries(attempt, environment) : { failure: lastFailure },
		);
	};
}

/** Whether it was the end of the run's time that ended it, and not what the user allows a request. */
function isCutShort(outcome: Outcome<unknown>, allowedMs: number): boolean {
	if (!('failure' in outcome) || outcome.failure.kind !== 'timedOut') return false;
	const { timeoutMs = allowedMs } = outcome.failure.facts;
	return allowedMs - timeoutMs >= LEAST_CUT_MS;
}

/** A client over anything that can send a request. */
export function createClient(settings: ClientSettings): EventLogClient {
	const ask = createAsk(settings);
	const negotiateList = createNegotiation();
	const negotiateFeed = createNegotiation();
	const { keepText, holdsSecret } = settings;
	const buffer = new ReusedBuffer();
	const parsePage = ({ headers, body }: ServiceResponse): EventsPage<LoggedEvent> => ({
		...parseEventsPage(body, { keepText, buffer }),
		serviceTimeMs: readServiceTimeMs(headers),
	});
	return {
		holdsSecret,
		logScope: toLogScope(settings.baseUrl),
		origin: settings.facts.origin ?? '',
		async listPage(filters, request) {
			const filterQuery = toFilterQuery(filters);
			const sendPage = async (page: NegotiatedRequest) =>
				await ask('events', { ...toPageQuery(page), ...filterQuery }, parsePage);
			return valueOf(await negotiateList(request, sendPage));
		},
		async feedPage(request) {
			const sendPage = async (page: NegotiatedRequest) =>
				await ask('events/feed', toPageQuery(page), parsePage);
			return valueOf(await negotiateFeed(request, sendPage));
		},
		async count(filters, { afterMs, beforeMs }) {
			const bounds = withoutUndefined({ after: afterMs, before: beforeMs });
			const query = { ...bounds, ...toFilterQuery(filters) };
			return valueOf(await ask('events/count', query, ({ body }) => parseCount(body)));
		},
	};
}
