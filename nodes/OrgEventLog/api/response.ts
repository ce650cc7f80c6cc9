import { EventLogFailure } from '../errors/failure';
import type { RequestFacts } from '../errors/kinds/facts';
import type { StatusKind } from '../errors/failureKinds';
import { FILTERS } from '../events/filters';

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

function parseAddress(address: unknown, base?: string): URL | undefined {
	try {
		return typeof address === 'string' ? new URL(address, base) : undefined;
	} catch {
		return undefined;
	}
}

/** Where a redirect points to, in our own words: all of an address, its host too, may hold anything. */
function redirectTarget({ location }: Headers, origin?: string): string | undefined {
	const target = parseAddress(location, origin);
	const own = parseAddress(origin);
	if (target === undefined || own === undefined) return undefined;
	if (target.hostname !== own.hostname) return 'another host';
	if (target.origin === own.origin) return 'another path at the same address';
	if (target.protocol === own.protocol) return 'another port of the same host';
	return `the same host over ${target.protocol === 'https:' ? 'https' : 'another protocol'}`;
}

/** What stands before the name of a parameter, and behind it; most names are English words as well. */
const LEADS_TO_NAME =
	'(?:param(?:eter)?|field|argument|value (?:of|for)|invalid|illegal|bad|wrong|unknown|unsupported|unexpected)';
const FOLLOWS_NAME =
	'(?:param(?:eter)?|field|argument|value|must|should|is|may not|cannot|exceeds|greater|too (?:large|big|high)|out of range|not (?:supported|allowed|valid))';

/** Whether the text is about the parameter: "in order to" is not, "order must be" and `"order"` are. */
function names(text: string, name: string): boolean {
	const ways = name.includes('_')
		? [`(?<![?&\\w-])${name}(?![\\w-])`]
		: [
				`["'\`“‘[]${name}["'\`”’\\]]`,
				`(?<![?&\\w-])${name}\\s*[:=]`,
				`\\b${LEADS_TO_NAME}[\\s:="']+${name}(?![\\w-])`,
				`(?<![\\w-]|\\b(?:this|that|your|any|no|in) )${name}\\s+${FOLLOWS_NAME}\\b`,
			];
	return new RegExp(ways.join('|'), 'i').test(text);
}

/** Which of the request's own query parameters the body names. One that repeats all of them names none. */
function namedIn(body: Buffer, parameters: readonly string[]): string[] {
	const text = body.toString().replace(/rate[\s_-]*limit/gi, '');
	const named = parameters.filter((name) => names(text, name));
	return named.length === parameters.length && named.length > 1 ? [] : named;
}

const FIELDS_OF_PAGING: Readonly<Record<string, string>> = {
	limit: 'Page Size',
	skip: 'Skip',
	order: 'Order',
	after: 'After',
	before: 'Before',
};

/** What the editor calls a query parameter, and what the API does. */
function fieldOf(parameter: string): string {
	const filter = Object.values(FILTERS).find((known) => known.parameter === parameter);
	const label = filter?.label ?? FIELDS_OF_PAGING[parameter];
	return label === undefined ? parameter : `${label} (${parameter})`;
}

const SECONDS = /^\d+(?:\.\d+)?$/;

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

/** A week: whoever asks for more has made a mistake, and it would be passed on to people. */
const MAX_RETRY_AFTER_MS = 7 * 24 * 3_600_000;

/**
 * How long `Retry-After` asks to wait, milliseconds. A date is held against the service's own
 * clock where it tells it, so that a host clock that is off neither waits hours nor not at all.
 */
export function readRetryAfterMs(headers: Headers, nowMs: number): number | undefined {
	const text = headers['retry-after'];
	if (typeof text === 'string' && SECONDS.test(text.trim())) {
		return Math.min(Math.ceil(Number(text) * 1000), MAX_RETRY_AFTER_MS);
	}
	const atMs = parseHttpDateMs(text);
	if (atMs === undefined) return undefined;
	const retryAfterMs = Math.max(0, atMs - (readServiceTimeMs(headers) ?? nowMs));
	return Math.min(retryAfterMs, MAX_RETRY_AFTER_MS);
}

/**
 * The failure that a response with another status than 200 stands for.
 *
 * @param facts what is known about the request; a redirect may be relative to its origin
 * @param parameters names of the query parameters of the request
 */
export function failureOfStatus(
	{ status, headers, body }: ServiceResponse,
	facts: RequestFacts,
	nowMs: number,
	parameters: readonly string[] = [],
): EventLogFailure {
	const kind = kindOf(status, facts);
	const namedParameters = kind === 'badRequest' ? namedIn(body, parameters) : [];
	return new EventLogFailure(kind, {
		status,
		retryAfterMs: readRetryAfterMs(headers, nowMs),
		...(namedParameters.length > 0 && {
			namedParameters,
			namedFields: namedParameters.map(fieldOf),
		}),
		...(kind === 'redirected' && { detail: redirectTarget(headers, facts.origin) }),
	});
}
