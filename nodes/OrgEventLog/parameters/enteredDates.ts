import { DateTime } from 'luxon';
import { ParameterError } from '../errors/parameterError';
import { isPrimitive } from '../json/jsonValues';
import { NS_PER_MS, SECOND_MS } from '../text/times';
import { firstInstantOf, requireZone } from '../calendar/timezone';

const NS_PER_SECOND = 1_000n * NS_PER_MS;

const DIGITS = /^\d+$/;
/** Digits outside of the years 1973 to 5138 mean something else: a year, a date without dashes, or another unit. */
const PLAUSIBLE_EPOCH_NS = { from: 10n ** 17n, to: 10n ** 20n };

/** n8n's date picker drops text that is typed in another form (seen in n8n 2.40). */
export const DATE_ENTRY_EXAMPLE = '2025-01-31 14:30:00';
export const PICKER_ADVICE = `Enter a date by its picker, or type it as ${DATE_ENTRY_EXAMPLE}. n8n drops other texts`;

const DATE_ADVICE = 'Enter a date such as 2025-01-31 or 2025-01-31T14:30:00';
const OFFSET_ADVICE =
	"In an expression, add an offset such as Z or +02:00 to a date that is not in the workflow's timezone";

const NANOSECONDS_ADVICE = `${DATE_ADVICE}, or epoch nanoseconds (19 digits) as text. ${OFFSET_ADVICE}`;
const MILLISECONDS_ADVICE = `${DATE_ADVICE}, or epoch milliseconds (13 digits). Multiply epoch seconds by 1,000. ${OFFSET_ADVICE}`;

/**
 * Reads an exact instant in epoch nanoseconds. Digits are nanoseconds already; a date is in `zone` if it has no offset
 * of its own. @throws ParameterError for anything else, and for a number that JavaScript has already rounded
 */
export function toEpochNs(value: unknown, label: string, zone: string): bigint {
	return toNs(value, label, zone, 1n, NANOSECONDS_ADVICE);
}

/** Rounds the instant up to a millisecond. Digits are epoch milliseconds; all else is as for `toEpochNs`. */
export function toEpochMs(value: unknown, label: string, zone: string): number {
	const ns = toNs(value, label, zone, NS_PER_MS, MILLISECONDS_ADVICE);
	return Number((ns + NS_PER_MS - 1n) / NS_PER_MS);
}

function toNs(value: unknown, label: string, zone: string, unitNs: bigint, advice: string): bigint {
	const text = typeof value === 'bigint' || isPrimitive(value) ? String(value).trim() : '';
	const isRounded = typeof value === 'number' && !Number.isSafeInteger(value);
	if (DIGITS.test(text) && !isRounded) {
		const ns = BigInt(text) * unitNs;
		// Zero is allowed, too, as the beginning of time.
		if (ns === 0n || (ns >= PLAUSIBLE_EPOCH_NS.from && ns < PLAUSIBLE_EPOCH_NS.to)) return ns;
	} else {
		const ns = typeof value === 'string' ? isoToNs(text, zone) : dateObjectToNs(value);
		if (ns !== undefined && ns >= 0n) return ns;
	}
	const shownText = text === '' ? '' : `: ${text.slice(0, 60)}`;
	throw new ParameterError(`'${label}' is not a date since 1970${shownText}`, advice);
}

/** Dates of an expression fail `instanceof`: they come from another realm, or from n8n's own copy of luxon. */
function dateObjectToNs(value: unknown): bigint | undefined {
	const isDate = Object.prototype.toString.call(value) === '[object Date]';
	const ms = isDate || DateTime.isDateTime(value) ? Number(value) : NaN;
	return Number.isFinite(ms) ? BigInt(Math.trunc(ms)) * NS_PER_MS : undefined;
}

/** Luxon also reads a time without a date, as one of today. */
const DATE_START = /^(\d{4}-|\d{8}T)/;

function isoToNs(text: string, zone: string): bigint | undefined {
	const iso = text.replace(/^(\d{4}-\d\d-\d\d) +(?=\d)/, '$1T');
	const ms = DATE_START.test(iso) ? parseIsoMs(iso, zone) : NaN;
	if (!Number.isFinite(ms)) return undefined;
	// Luxon keeps three decimals of a second.
	const [, decimals = ''] = /[.,](\d{1,9})/.exec(iso) ?? [];
	return BigInt(Math.floor(ms / SECOND_MS)) * NS_PER_SECOND + BigInt(decimals.padEnd(9, '0'));
}

function parseIsoMs(iso: string, zone: string): number {
	const date = DateTime.fromISO(iso, { zone: requireZone(zone) });
	const hasOffset = /T.*(?:Z|[+-]\d\d(?::?\d\d)?)$/i.test(iso);
	return hasOffset ? date.toMillis() : firstInstantOf(date);
}
