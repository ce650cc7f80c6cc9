import { hash } from 'node:crypto';
import { EventLogFailure, valueOrThrow } from '../errors/failure';
import type { LoggedEvent } from '../events/event';
import { type EventFilters, toFilterQuery } from '../events/filters';
import { ReusedBuffer } from '../json/reusedBuffer';
import type { Endpoint, Query } from './account';
import { MIN_PAGE_LENGTH, type EventsPage, type PageRequest } from './page';
import { type LearnedPageLength, PageLengths, type ReceivedPage } from './pageLengths';
import { parseCount, parseEventsPage } from './parseResponse';
import type { ReadResponse } from './request';
import { type RequestDependencies, type RequestSettings, Requests } from './requests';
import { readServiceTimeMs } from './responseStatus';

/** Pages may be shorter than `limit` although more follows. All that the methods throw are EventLogFailures. */
export interface EventLogClient {
	listPage(filters: EventFilters, request: PageRequest): Promise<EventsPage<LoggedEvent>>;
	feedPage(request: PageRequest): Promise<EventsPage<LoggedEvent>>;
	/** Gives the number of events by Count; bounds as the API has them, epoch milliseconds. */
	count(filters: EventFilters, bounds: Pick<PageRequest, 'afterMs' | 'beforeMs'>): Promise<number>;
	/** A hash of the base URL tells one log from another, with no secret in it. */
	readonly logScope: string;
	/** Scheme and host of the service. */
	readonly origin: string;
}

export type ListClient = Pick<EventLogClient, 'listPage'>;

export interface ReadSettings extends RequestSettings {
	readonly needsText?: boolean;
	/** Limits pages until the first full one tells that longer ones save time. */
	readonly firstPageSize?: number;
	/** Known from before; the client writes into it what it learns. */
	readonly learnedPageLength?: LearnedPageLength;
}

export type ClientSettings = ReadSettings & RequestDependencies;

const LOG_SCOPE_LENGTH = 16;

export function createClient(settings: ClientSettings): EventLogClient {
	const { account, needsText, firstPageSize, learnedPageLength, now } = settings;
	const requests = new Requests(settings);
	const buffer = new ReusedBuffer();
	const lengths = new PageLengths(firstPageSize, learnedPageLength);
	let isReadable = false;
	const requestPage = async (endpoint: Endpoint, request: PageRequest, filterQuery: Query = {}) => {
		const outcome = await lengths.requestPage(request, async (limited, options) => {
			const { afterMs: after, beforeMs: before, ...others } = limited;
			const read: ReadResponse<ReceivedPage> = ({ headers, body }, tookMs) => {
				const serviceTimeMs = readServiceTimeMs(headers);
				const nowMs = Math.max(now(), serviceTimeMs ?? 0);
				const page = parseEventsPage(body, { needsText, buffer, nowMs });
				isReadable ||= page.events.length > 0;
				if (!isReadable) requireReadableEvents(page, limited);
				return { page: { ...page, serviceTimeMs }, tookMs };
			};
			const query = { ...others, after, before, ...filterQuery };
			return await requests.make(endpoint, query, read, options);
		});
		return valueOrThrow(outcome);
	};
	return {
		logScope: hash('sha256', account.baseUrl.href, 'hex').slice(0, LOG_SCOPE_LENGTH),
		origin: account.baseUrl.origin,
		listPage: async (filters, request) =>
			await requestPage('events', request, toFilterQuery(filters)),
		feedPage: async (request) => await requestPage('events/feed', request),
		async count(filters, { afterMs: after, beforeMs: before }) {
			const query = { after, before, ...toFilterQuery(filters) };
			const outcome = await requests.make('events/count', query, ({ body }) => parseCount(body));
			return valueOrThrow(outcome);
		},
	};
}

/** No readable event in a run means another format. A single record, or a few that were asked for, are so by chance. */
function requireReadableEvents(
	{ malformed: [first, ...others] = [] }: EventsPage<LoggedEvent>,
	{ limit }: PageRequest,
): void {
	if (first === undefined || others.length === 0 || limit < MIN_PAGE_LENGTH) return;
	const detail = `No record of a page has a readable time: ${first.why}`;
	throw new EventLogFailure('unexpectedShape', { detail });
}
