import { hash } from 'node:crypto';
import { EventLogFailure } from '../errors/failure';
import { valueOrThrow } from '../errors/outcome';
import type { LoggedEvent } from '../events/event';
import { toFilterQuery } from '../events/filterQuery';
import type { EventFilters } from '../events/filters';
import { ReusedBuffer } from '../json/reusedBuffer';
import { DEFAULT_LIMIT, type EventsPage, type PageRequest } from './page';
import { type PageLength, PageLengths, type ReceivedPage } from './pageLengths';
import { parseCount, parseEventsPage } from './parseResponse';
import type { ReadResponse } from './request';
import type { Endpoint, Query, RequestMeans, RequestSettings } from './requestMeans';
import { Requests } from './requests';
import { readServiceTimeMs } from './response';

/** Reads the event log. All that its methods throw are EventLogFailures. */
export interface EventLogClient {
	/** The page may be shorter than `limit` although more follows. */
	listPage(filters: EventFilters, request: PageRequest): Promise<EventsPage<LoggedEvent>>;
	/** The page may be shorter here, too. */
	feedPage(request: PageRequest): Promise<EventsPage<LoggedEvent>>;
	/** Gives the number of events by Count; bounds as the API has them, epoch milliseconds. */
	count(filters: EventFilters, bounds: CountBounds): Promise<number>;
	/** Tells one log from another: a hash of the base URL, with no secret in it. */
	readonly logScope: string;
	/** Scheme and host of the service. */
	readonly origin: string;
}

export type CountBounds = Pick<PageRequest, 'afterMs' | 'beforeMs'>;

export interface ReadSettings extends RequestSettings {
	readonly keepText?: boolean;
	/**
	 * Pages are no longer than this until the first full one tells that longer ones save time. Unless
	 * given, they are as long as requested.
	 */
	readonly firstPageSize?: number;
	/** It is known from before; the client writes into it what it learns. */
	readonly pageLength?: PageLength;
}

export type ClientSettings = ReadSettings & RequestMeans;

const LOG_SCOPE_LENGTH = 16;

/** Makes a client over anything that can send a request. */
export function createClient(settings: ClientSettings): EventLogClient {
	const { account, keepText, firstPageSize, pageLength, now } = settings;
	const requests = new Requests(settings);
	const buffer = new ReusedBuffer();
	const lengths = new PageLengths(firstPageSize, pageLength);
	let isReadable = false;
	const pageOf = async (endpoint: Endpoint, request: PageRequest, filterQuery: Query = {}) =>
		await lengths.page(request, async (asked, options) => {
			const { afterMs: after, beforeMs: before, ...others } = asked;
			const read: ReadResponse<ReceivedPage> = ({ headers, body }, tookMs) => {
				const serviceTimeMs = readServiceTimeMs(headers);
				const nowMs = Math.max(now(), serviceTimeMs ?? 0);
				const page = parseEventsPage(body, { keepText, buffer, nowMs });
				isReadable ||= page.events.length > 0;
				if (!isReadable) checkThatEventsAreReadable(page, asked);
				return { page: { ...page, serviceTimeMs }, tookMs };
			};
			const query = { ...others, after, before, ...filterQuery };
			return await requests.make(endpoint, query, read, options);
		});
	return {
		logScope: hash('sha256', account.baseUrl.href, 'hex').slice(0, LOG_SCOPE_LENGTH),
		origin: account.baseUrl.origin,
		async listPage(filters, request) {
			return valueOrThrow(await pageOf('events', request, toFilterQuery(filters)));
		},
		async feedPage(request) {
			return valueOrThrow(await pageOf('events/feed', request));
		},
		async count(filters, { afterMs: after, beforeMs: before }) {
			const query = { after, before, ...toFilterQuery(filters) };
			return valueOrThrow(
				await requests.make('events/count', query, ({ body }) => parseCount(body)),
			);
		},
	};
}

/** No readable event in a run means another format. A single record, or a later page, may be malformed by chance. */
function checkThatEventsAreReadable(
	{ malformed: [first, ...others] = [] }: EventsPage<LoggedEvent>,
	{ skip, limit }: PageRequest,
): void {
	const isByChance = skip > 0 || limit < DEFAULT_LIMIT || others.length === 0;
	if (first === undefined || isByChance) return;
	const detail = `No record of a page has a readable time: ${first.why}`;
	throw new EventLogFailure('unexpectedShape', { detail });
}
