import { EventLogFailure } from '../errors/failure';
import type { RequestFacts, Words } from '../errors/kinds/facts';
import type { StatusKind } from '../errors/failureKinds';
import { wordsIn } from './serviceWords';

/** Response headers, lower-case names. */
export type Headers = Readonly<Record<string, unknown>>;

/** What the service sent back, whatever its status. */
export interface ServiceResponse {
	readonly status: number;
	readonly headers: Headers;
	readonly body: Buffer;
}

const KIND_BY_STATUS: Readonly<Record<number, StatusKind>> = {
	401: 'unauthorized',
	403: 'forbidden',
	404: 'notFound',
	407: 'proxyRefused',
	408: 'timedOutByService',
	410: 'notFound',
	429: 'rateLimited',
	500: 'internalError',
	503: 'overloaded',
};

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

function kindOf(status: number, { authentication, duringExchange }: RequestFacts): StatusKind {
	const hasAccessToken = authentication === 'refreshToken' && !duringExchange;
	if (status === 401 && hasAccessToken) return 'accessTokenRefused';
	const known = KIND_BY_STATUS[status];
	if (known !== undefined) return known;
	if (status >= 500) return 'serverError';
	if (status >= 400) return 'badRequest';
	return REDIRECTS.has(status) ? 'redirected' : 'unexpectedStatus';
}

const NUMBER = /^\d+(?:\.\d+)?$/;

/** The forms of an HTTP date all begin with a weekday; Date.parse alone takes nearly anything. */
const HTTP_DATE = /^[a-z]{3,9},? /i;

function parseHttpDateMs(text: unknown): number | undefined {
	const timeMs = typeof text === 'string' && HTTP_DATE.test(text) ? Date.parse(text) : NaN;
	return Number.isFinite(timeMs) ? timeMs : undefined;
}

/** The service's clock from the `Date` header, epoch milliseconds. */
export function readServiceTimeMs(headers: Headers): number | undefined {
	return parseHttpDateMs(headers.date);
}

/** Where services say how long to wait, the one that counts first. */
const WAIT_HEADERS = ['retry-after', 'ratelimit-reset', 'x-ratelimit-reset', 'x-rate-limit-reset'];

/** A week: whoever asks for more has made a mistake, and it would be passed on to people. */
const MAX_RETRY_AFTER_MS = 7 * 24 * 3_600_000;

/** Fewer are seconds to go, more an epoch in seconds or in milliseconds. */
const LEAST_EPOCH = { seconds: 1e9, milliseconds: 1e11 } as const;

/** How long a header asks to wait, in seconds to go, an epoch or a date; undefined where it is none of these. */
function parseWaitMs(header: unknown, nowMs: number): number | undefined {
	const text = typeof header === 'string' ? header.trim() : '';
	const atMs = parseHttpDateMs(text);
	if (atMs !== undefined) return atMs - nowMs;
	if (!NUMBER.test(text)) return undefined;
	const value = Number(text);
	if (value >= LEAST_EPOCH.milliseconds) return value - nowMs;
	return Math.ceil(value * 1000) - (value >= LEAST_EPOCH.seconds ? nowMs : 0);
}

/**
 * How long the service asks to wait, milliseconds. A date or an epoch is held against the service's own
 * clock where it tells it, so that a host clock that is off neither waits hours nor not at all.
 */
export function readRetryAfterMs(headers: Headers, nowMs: number): number | undefined {
	const serviceTimeMs = readServiceTimeMs(headers) ?? nowMs;
	const waits = WAIT_HEADERS.map((name) => parseWaitMs(headers[name], serviceTimeMs));
	const waitMs = waits.find((wait) => wait !== undefined);
	return waitMs && Math.min(Math.max(0, waitMs), MAX_RETRY_AFTER_MS);
}

/** The words of a refusal that is JSON; a page of HTML has none that help. */
function wordsOfRefusal(body: Buffer): Words {
	try {
		return wordsIn(JSON.parse(body.toString())) ?? {};
	} catch {
		return {};
	}
}

/** The failure that a response with another status than 200 stands for. */
export function failureOfStatus(
	{ status, headers, body }: ServiceResponse,
	facts: RequestFacts,
	nowMs: number,
): EventLogFailure {
	const kind = kindOf(status, facts);
	return new EventLogFailure(kind, {
		status,
		retryAfterMs: readRetryAfterMs(headers, nowMs),
		...(kind === 'badRequest' && wordsOfRefusal(body)),
	});
}
