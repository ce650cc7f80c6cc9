import { EventLogFailure, FAILURE_TABLE, type StatusKind } from '../errors/failure';
import type { RequestFacts, ServiceWords } from '../errors/kinds/failureTypes';
import { readServiceWords } from './responseData';

export type ResponseHeaders = Readonly<Record<string, unknown>>;

export interface ServiceResponse {
	readonly status: number;
	readonly headers: ResponseHeaders;
	readonly body: Buffer;
}

/** A digit stands for all other statuses of its class. */
const KIND_BY_STATUS: Readonly<Record<number, StatusKind>> = {
	3: 'redirected',
	4: 'badRequest',
	401: 'unauthorized',
	403: 'forbidden',
	404: 'notFound',
	407: 'unexpectedStatus',
	408: 'serverError',
	410: 'notFound',
	429: 'rateLimited',
	5: 'serverError',
	500: 'internalError',
	503: 'overloaded',
};

const RESET_HEADERS = ['ratelimit-reset', 'x-ratelimit-reset', 'x-rate-limit-reset'];

/** A service that asks for more than a week has made a mistake, and the failure would tell people to wait so long. */
const MAX_RETRY_AFTER_MS = 7 * 24 * 3_600_000;

/** Smaller numbers are seconds to go, greater ones an epoch in seconds or in milliseconds. */
const LEAST_EPOCH = { seconds: 1e9, milliseconds: 1e11 } as const;

/** Gives the failure that a response stands for whose status is not 200 to 204. */
export function failureOfStatus(
	{ status, headers, body }: ServiceResponse,
	{ authentication, isExchange }: RequestFacts,
	nowMs: number,
): EventLogFailure {
	const isAccessToken = authentication === 'refreshToken' && !isExchange;
	const kindOfClass = KIND_BY_STATUS[Math.floor(status / 100)] ?? 'unexpectedStatus';
	const kindOfStatus = KIND_BY_STATUS[status] ?? kindOfClass;
	const kind = status === 401 && isAccessToken ? 'accessTokenRefused' : kindOfStatus;
	const { isThrottling = false } = FAILURE_TABLE[kind];
	return new EventLogFailure(kind, {
		status,
		retryAfterMs: readRetryAfterMs(headers, nowMs, isThrottling),
		...(kind === 'badRequest' && readWordsOfError(body)),
	});
}

/** Gives nothing for a body that is no JSON: a page of HTML has no words that help. */
function readWordsOfError(body: Buffer): ServiceWords {
	try {
		return readServiceWords(JSON.parse(body.toString())) ?? {};
	} catch {
		return {};
	}
}

/**
 * Gives milliseconds. Gateways send reset headers with every response, but ask to wait only where they throttle. A date
 * is compared with the service's own clock if it tells it, because the host's may be hours off.
 */
export function readRetryAfterMs(
	headers: ResponseHeaders,
	nowMs: number,
	isThrottling: boolean,
): number | undefined {
	const serviceTimeMs = readServiceTimeMs(headers) ?? nowMs;
	const names = ['retry-after', ...(isThrottling ? RESET_HEADERS : [])];
	const waits = names.map((name) => parseWaitMs(headers[name], serviceTimeMs));
	const waitMs = waits.find((wait) => wait !== undefined);
	return waitMs && Math.min(Math.max(0, waitMs), MAX_RETRY_AFTER_MS);
}

function parseWaitMs(header: unknown, nowMs: number): number | undefined {
	const text = typeof header === 'string' ? header.trim() : '';
	const atMs = parseHttpDateMs(text);
	if (atMs !== undefined) return atMs - nowMs;
	if (!/^\d+(?:\.\d+)?$/.test(text)) return undefined;
	const value = Number(text);
	if (value >= LEAST_EPOCH.milliseconds) return value - nowMs;
	return Math.ceil(value * 1000) - (value >= LEAST_EPOCH.seconds ? nowMs : 0);
}

/** Reads the service's clock from the `Date` header, epoch milliseconds. */
export function readServiceTimeMs(headers: ResponseHeaders): number | undefined {
	return parseHttpDateMs(headers.date);
}

/** An HTTP date begins with a weekday; Date.parse alone takes nearly anything. */
function parseHttpDateMs(text: unknown): number | undefined {
	const isDate = typeof text === 'string' && /^[a-z]{3,9},? /i.test(text);
	const timeMs = isDate ? Date.parse(text) : NaN;
	return Number.isNaN(timeMs) ? undefined : timeMs;
}
