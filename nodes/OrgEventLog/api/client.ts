import { hash } from 'node:crypto';
import { EventLogFailure, valueOf } from '../errors/failure';
import { ReusedBuffer } from '../json/reusedBuffer';
import type { LoggedEvent } from '../events/event';
import { toFilterQuery } from '../events/filterQuery';
import type { EventFilters } from '../events/filters';
import { DEFAULT_LIMIT, type EventsPage, type PageRequest } from './page';
import { type PageLength, PageLengths, type ReceivedPage } from './pageLengths';
import { parseCount, parseEventsPage } from './parseResponse';
import type { Endpoint, Query, RequestMeans, RequestSettings } from './requestMeans';
import { Requests } from './requests';
import { type ServiceResponse, readServiceTimeMs } from './response';

/** Reads the event log. All that its methods throw are EventLogFailures. */
export interface EventLogClient {
	/** A page of List. It may be shorter than `limit` although more follows. */
	listPage(filters: EventFilters, request: PageRequest): Promise<EventsPage<LoggedEvent>>;
	/** A page of Feed. It may be shorter than `limit` although more follows. */
	feedPage(request: PageRequest): Promise<EventsPage<LoggedEvent>>;
	/** How many events Count says there are; bounds as the API has them, epoch milliseconds. */
	count(filters: EventFilters, bounds: CountBounds): Promise<number>;
	/** What was learned of page lengths so far. */
	readonly pageLength: Readonly<PageLength>;
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

/** What is read, and how. */
export interface ReadSettings extends RequestSettings {
	/** Whether events carry their own JSON text; they don't unless given. */
	readonly keepText?: boolean;
	/**
	 * Pages are no longer than this until the first full one tells that longer ones save time. Unless
	 * given, they are as long as requested.
	 */
	readonly firstPageSize?: number;
	/** What is known of page lengths from before; the client writes into it what it learns. */
	readonly pageLength?: PageLength;
}

export type ClientSettings = ReadSettings & RequestMeans;

const LOG_SCOPE_LENGTH = 16;

function toLogScope(baseUrl: string): string {
	return hash('sha256', baseUrl, 'hex').slice(0, LOG_SCOPE_LENGTH);
}

function withoutUndefined(query: Record<string, string | number | undefined>): Query {
	const defined: Record<string, string> = {};
	for (const [name, value] of Object.entries(query)) {
		if (value !== undefined) defined[name] = String(value);
	}
	return defined;
}

function toPageQuery({ order, afterMs, beforeMs, skip, limit }: PageRequest): Query {
	return withoutUndefined({ order, after: afterMs, before: beforeMs, skip, limit });
}

/** Another format shows nothing else; a few records, or those behind others, may be malformed by chance. */
function checkThatEventsAreReadable(
	page: EventsPage<LoggedEvent>,
	{ skip, limit }: PageRequest,
): void {
	const [first] = page.malformed ?? [];
	if (first === undefined || page.events.length > 0) return;
	if (skip > 0 || limit < DEFAULT_LIMIT) return;
	const detail = `No record of a page has a readable time: ${first.why}`;
	throw new EventLogFailure('unexpectedShape', { detail });
}

/** A client over anything that can send a request. */
export function createClient(settings: ClientSettings): EventLogClient {
	const { account, keepText, firstPageSize = Infinity, pageLength = {}, now } = settings;
	const requests = new Requests(settings);
	const buffer = new ReusedBuffer();
	const lengths = new PageLengths(firstPageSize, pageLength);
	const readPage =
		(request: PageRequest) =>
		({ headers, body }: ServiceResponse, tookMs: number): ReceivedPage => {
			const serviceTimeMs = readServiceTimeMs(headers);
			const nowMs = Math.max(now(), serviceTimeMs ?? 0);
			const page = { ...parseEventsPage(body, { keepText, buffer, nowMs }), serviceTimeMs };
			checkThatEventsAreReadable(page, request);
			return { page, bytes: body.length, tookMs };
		};
	const pageOf = async (endpoint: Endpoint, request: PageRequest, filterQuery: Query = {}) =>
		valueOf(
			await lengths.page(request, async (page, options) => {
				const query = { ...toPageQuery(page), ...filterQuery };
				return await requests.make(endpoint, query, readPage(page), options);
			}),
		);
	return {
		pageLength,
		logScope: toLogScope(account.baseUrl.href),
		origin: account.baseUrl.origin,
		async listPage(filters, request) {
			return await pageOf('events', request, toFilterQuery(filters));
		},
		async feedPage(request) {
			return await pageOf('events/feed', request);
		},
		async count(filters, { afterMs, beforeMs }) {
			const bounds = withoutUndefined({ after: afterMs, before: beforeMs });
			const query = { ...bounds, ...toFilterQuery(filters) };
			return valueOf(await requests.make('events/count', query, ({ body }) => parseCount(body)));
		},
	};
}
