import { hash } from 'node:crypto';
import { EventLogFailure, requireValue } from '../errors/failure';
import type { LoggedEvent } from '../events/event';
import { type EventFilters, toFilterQuery } from '../selection/filters';
import { ReusedBuffer } from '../json/reusedBuffer';
import type { Endpoint, Query } from './endpoints';
import { MIN_PAGE_LENGTH, type EventsPage, type PageRequest } from './page';
import { type LearnedPageLength, PageLengths, type ReceivedPage } from './pageLengths';
import { parseCount, parseEventsPage } from './parseResponse';
import type { ParseResponse } from './request';
import { type RequestDependencies, type RequestSettings, RequestQueue } from './requestQueue';
import { readServiceTimeMs } from './responseStatus';

/** Pages may be shorter than `limit` although more follows. All that the methods throw are EventLogFailures. */
export interface EventLogClient {
	listPage(filters: EventFilters, request: PageRequest): Promise<EventsPage<LoggedEvent>>;
	feedPage(request: PageRequest): Promise<EventsPage<LoggedEvent>>;
	count(filters: EventFilters, bounds: Pick<PageRequest, 'afterMs' | 'beforeMs'>): Promise<number>;
	/** A hash of the base URL tells one log from another, with no secret in it. */
	readonly logScope: string;
	readonly origin: string;
}

export type ListClient = Pick<EventLogClient, 'listPage'>;

export interface ClientOptions extends RequestSettings {
	readonly needsJsonLines?: boolean;
	/** Pages are no longer than this until the first full one tells that longer ones save time. */
	readonly firstPageLimit?: number;
	/** The client begins with this, and writes into it what it learns. */
	readonly learnedPageLength?: LearnedPageLength;
}

export type ClientSettings = ClientOptions & RequestDependencies;

const LOG_SCOPE_LENGTH = 16;

export function createClient(settings: ClientSettings): EventLogClient {
	const { access, needsJsonLines, firstPageLimit, learnedPageLength, now } = settings;
	const requests = new RequestQueue(settings);
	const buffer = new ReusedBuffer();
	const lengths = new PageLengths(firstPageLimit, learnedPageLength);
	let hasReadableEvent = false;
	const requestPage = async (endpoint: Endpoint, request: PageRequest, filterQuery: Query = {}) => {
		const outcome = await lengths.requestPage(request, async (limited, options) => {
			const { afterMs: after, beforeMs: before, ...others } = limited;
			const parse: ParseResponse<ReceivedPage> = ({ headers, body }, tookMs) => {
				const serviceTimeMs = readServiceTimeMs(headers);
				const nowMs = Math.max(now(), serviceTimeMs ?? 0);
				const page = parseEventsPage(body, { needsJsonLines, buffer, nowMs });
				hasReadableEvent ||= page.events.length > 0;
				if (!hasReadableEvent) requireReadableEvents(page, limited);
				return { page: { ...page, serviceTimeMs }, tookMs };
			};
			const query = { ...others, after, before, ...filterQuery };
			return await requests.make(endpoint, query, parse, options);
		});
		return requireValue(outcome);
	};
	return {
		logScope: hash('sha256', access.baseUrl.href, 'hex').slice(0, LOG_SCOPE_LENGTH),
		origin: access.baseUrl.origin,
		listPage: async (filters, request) =>
			await requestPage('events', request, toFilterQuery(filters)),
		feedPage: async (request) => await requestPage('events/feed', request),
		async count(filters, { afterMs: after, beforeMs: before }) {
			const query = { after, before, ...toFilterQuery(filters) };
			const outcome = await requests.make('events/count', query, ({ body }) => parseCount(body));
			return requireValue(outcome);
		},
	};
}

/** If a run can read no event, the service has another format. One unreadable record may be chance. */
function requireReadableEvents(
	{ malformed: [first, ...others] = [] }: EventsPage<LoggedEvent>,
	{ limit }: PageRequest,
): void {
	if (first === undefined || others.length === 0 || limit < MIN_PAGE_LENGTH) return;
	const detail = `No record of a page can be read: ${first.why}`;
	throw new EventLogFailure('unexpectedShape', { detail });
}
