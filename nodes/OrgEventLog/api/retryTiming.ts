/** Response headers, lower-case names. */
export type Headers = Readonly<Record<string, unknown>>;

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

const FIRST_BACKOFF_MS = 500;

/** Full jitter: anywhere up to 0.5 s, 1 s, 2 s … for the first, second, third retry (from 0). */
export function backoffMs(retry: number, random: number): number {
	return Math.round(random * FIRST_BACKOFF_MS * 2 ** retry);
}
