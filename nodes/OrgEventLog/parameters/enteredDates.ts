import { DateTime } from 'luxon';
import { NS_PER_MS } from '../text/times';
import { ParameterError } from '../errors/parameterError';
import { firstInstantOf, requireZone } from './timeRanges';

const DIGITS = /^\d+$/;
/** Nanoseconds of the years 1973 to 5138. Digits outside are a year, a date without dashes, seconds, or a finer unit. */
const LIKELY_NS = { from: 10n ** 17n, to: 10n ** 20n };

/** Offsets that no place has: 15 hours or more from UTC, or more than 59 minutes in an hour. */
const OFFSET_OF_NOWHERE = /T.*[+-](?:(?:1[5-9]|[2-9]\d)(?::?\d\d)?|\d\d:?[6-9]\d)$/i;

/** n8n's date picker drops text that is typed in another form (seen in n8n 2.40). */
export const TYPED_DATE = '2025-01-31 14:30:00';
export const HOW_TO_TYPE_A_DATE = `Enter a date by its picker, or type it as ${TYPED_DATE}. n8n drops other texts`;

const DATE_ADVICE = 'Enter a date such as 2025-01-31 or 2025-01-31T14:30:00';
const EXPRESSION_ADVICE = `Set the field to Expression, with {{ and }} around it once. ${DATE_ADVICE}`;
const OFFSET_ADVICE =
	"In an expression, add an offset such as Z or +02:00 to a date that is not in the workflow's timezone";

/** The units that digits may be in. */
const UNITS = {
	nanoseconds: {
		ns: 1n,
		expected: 'nanoseconds, as text with 19 digits',
		advice: `${DATE_ADVICE}, or epoch nanoseconds (19 digits) as text. ${OFFSET_ADVICE}`,
	},
	milliseconds: {
		ns: NS_PER_MS,
		expected: 'a date, or milliseconds with 13 digits, not a year or seconds',
		advice: `${DATE_ADVICE}, or epoch milliseconds (13 digits). Multiply epoch seconds by 1,000. ${OFFSET_ADVICE}`,
	},
} as const;

/**
 * Reads an exact instant in epoch nanoseconds. Digits are nanoseconds already; a date may have up to nine decimals and
 * is in `zone` if it has no offset of its own.
 *
 * @throws ParameterError for anything else, and for a number that JavaScript has already rounded
 */
export function toEpochNs(value: unknown, field: string, zone: string): bigint {
	return toNs(value, field, zone, 'nanoseconds');
}

/**
 * Reads an instant in epoch milliseconds, rounded up. Numbers and digits are milliseconds already.
 *
 * @throws ParameterError for anything but a date, and for numbers that look like a year or another unit
 */
export function toEpochMs(value: unknown, field: string, zone: string): number {
	return Number((toNs(value, field, zone, 'milliseconds') + NS_PER_MS - 1n) / NS_PER_MS);
}

function toNs(value: unknown, field: string, zone: string, unit: keyof typeof UNITS): bigint {
	const { ns: perUnit, expected, advice } = UNITS[unit];
	const text = typeof value === 'string' ? value.trim() : '';
	const instant = DIGITS.test(text) ? BigInt(text) : value;
	if (typeof instant !== 'number' && typeof instant !== 'bigint') {
		const ns = typeof value === 'string' ? isoToNs(text, zone) : dateObjectToNs(value);
		if (ns !== undefined && ns >= 0n) return ns;
		const shown = text === '' ? '' : `: ${text.slice(0, 60)}`;
		throw new ParameterError(
			`'${field}' is not a date since 1970${shown}`,
			text.includes('{{') ? EXPRESSION_ADVICE : advice,
		);
	}
	const isExact = typeof instant === 'bigint' || Number.isSafeInteger(instant);
	const ns = isExact ? BigInt(instant) * perUnit : -1n;
	// Zero is the beginning of time.
	if (ns === 0n || (ns >= LIKELY_NS.from && ns < LIKELY_NS.to)) return ns;
	throw new ParameterError(
		`'${field}' must be ${expected}: ${String(instant).slice(0, 40)}`,
		advice,
	);
}

/** Asks whether a value is a date as expressions give it. */
export function isDateObject(value: unknown): boolean {
	return isDateTime(value) || isDate(value);
}

function dateObjectToNs(value: unknown): bigint | undefined {
	if (isDateTime(value)) return msToNs(Number(value.toMillis()));
	return isDate(value) ? msToNs(value.getTime()) : undefined;
}

/** Goes by the shape, because an expression's DateTime is of n8n's own copy of luxon. */
function isDateTime(value: unknown): value is { readonly toMillis: () => unknown } {
	return DateTime.isDateTime(value) && typeof value.toMillis === 'function';
}

/** Goes by the tag, because an expression's date comes from another realm and is no `instanceof` this one's. */
function isDate(value: unknown): value is Date {
	return Object.prototype.toString.call(value) === '[object Date]';
}

function isoToNs(text: string, zone: string): bigint | undefined {
	const iso = text.replace(/^(\d{4}-\d\d-\d\d) +(?=\d)/, '$1T');
	if (!/^(\d{4}-|\d{8}T)/.test(iso) || OFFSET_OF_NOWHERE.test(iso)) return undefined;
	// Luxon keeps three decimals, so the decimals of the second are taken out and added exactly.
	const parts = /^([^T]+T(?:\d\d:\d\d:\d\d|\d{6}))[.,](\d{1,9})0*(Z|[+-]\d\d(?::?\d\d)?)?$/i.exec(
		iso,
	);
	if (!parts) return /[.,]\d/.test(iso) ? undefined : msToNs(parseIso(iso, zone));
	const [, whole = '', decimals = '', offset = ''] = parts;
	const ns = msToNs(parseIso(whole + offset, zone));
	return ns === undefined ? undefined : ns + BigInt(decimals.padEnd(9, '0'));
}

function parseIso(iso: string, zone: string): number {
	const date = DateTime.fromISO(iso, { zone: requireZone(zone) });
	const hasOffset = /T.*(?:Z|[+-]\d\d(?::?\d\d)?)$/i.test(iso);
	return hasOffset ? date.toMillis() : firstInstantOf(date);
}

function msToNs(ms: number): bigint | undefined {
	return Number.isFinite(ms) ? BigInt(Math.trunc(ms)) * NS_PER_MS : undefined;
}
