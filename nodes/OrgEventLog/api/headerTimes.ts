export type ResponseHeaders = Readonly<Record<string, unknown>>;

const RESET_HEADERS = ['ratelimit-reset', 'x-ratelimit-reset', 'x-rate-limit-reset'];

/** A service that asks for more than a week has made a mistake, and it would be passed on to people. */
const MAX_RETRY_AFTER_MS = 7 * 24 * 3_600_000;

/** Smaller numbers are seconds to go, greater ones an epoch in seconds or in milliseconds. */
const LEAST_EPOCH = { seconds: 1e9, milliseconds: 1e11 } as const;

/**
 * Reads the wait that the service asks for, milliseconds. Gateways send reset headers with every response, but ask to
 * wait only where they throttle. A date or an epoch is held against the service's own clock if it tells it, for
 * with a host clock that is wrong the wait would be hours, or nothing.
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
