import { hash } from 'node:crypto';
import { valueOf } from '../errors/failure';
import { ReusedBuffer } from '../json/reusedBuffer';
import type { LoggedEvent } from '../events/event';
import { toFilterQuery } from '../events/filterQuery';
import type { EventFilters } from '../events/filters';
import type { EventsPage, PageRequest } from './page';
import { type NegotiatedRequest, PageNegotiation, type ReceivedPage } from './pageNegotiation';
import { parseCount, parseEventsPage } from './parseResponse';
import {
	type Endpoint,
	type Query,
	type RequestMeans,
	type RequestSettings,
	Requests,
} from './requests';
import { type ServiceResponse, readServiceTimeMs } from './response';
import type { HoldsSecret } from './serviceText';

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

/** What is read, and how. */
export interface ReadSettings extends RequestSettings {
	/** Whether events carry their own JSON text; they don't unless given. */
	readonly keepText?: boolean;
	/**
	 * Pages are no longer than this until the first full one tells that longer ones save time. Unless
	 * given, they are as long as requested.
	 */
	readonly firstPageSize?: number;
}

export interface ClientSettings extends ReadSettings, RequestMeans {
	readonly holdsSecret: HoldsSecret;
}

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

function toPageQuery({
	order,
	afterMs,
	beforeMs,
	skip,
	limit,
}: Omit<NegotiatedRequest, 'isLong'>): Query {
	return withoutUndefined({ order, after: afterMs, before: beforeMs, skip, limit });
}

/** A client over anything that can send a request. */
export function createClient(settings: ClientSettings): EventLogClient {
	const { account, keepText, holdsSecret, firstPageSize = Infinity } = settings;
	const requests = new Requests(settings);
	const buffer = new ReusedBuffer();
	const receive = ({ headers, body }: ServiceResponse, tookMs: number): ReceivedPage => ({
		page: {
			...parseEventsPage(body, { keepText, buffer }),
			serviceTimeMs: readServiceTimeMs(headers),
		},
		bytes: body.length,
		tookMs,
	});
	const listPages = new PageNegotiation(firstPageSize);
	const feedPages = new PageNegotiation(firstPageSize);
	const sendTo =
		(endpoint: Endpoint, filterQuery: Query = {}) =>
		async ({ isLong, ...page }: NegotiatedRequest) => {
			const query = { ...toPageQuery(page), ...filterQuery };
			return await requests.make(endpoint, query, receive, isLong);
		};
	return {
		holdsSecret,
		logScope: toLogScope(account.baseUrl.href),
		origin: account.baseUrl.origin,
		async listPage(filters, request) {
			return valueOf(await listPages.page(request, sendTo('events', toFilterQuery(filters))));
		},
		async feedPage(request) {
			return valueOf(await feedPages.page(request, sendTo('events/feed')));
		},
		async count(filters, { afterMs, beforeMs }) {
			const bounds = withoutUndefined({ after: afterMs, before: beforeMs });
			const query = { ...bounds, ...toFilterQuery(filters) };
			return valueOf(await requests.make('events/count', query, ({ body }) => parseCount(body)));
		},
	};
}
