import { DateTime } from 'luxon';
import { NS_PER_MS } from '../events/event';
import { ParameterError } from '../errors/parameterError';
import { firstInstantOf, knownZone } from './timeRanges';

const DIGITS = /^\d+$/;
/** From 1973 to the year 5138: below, it is a year, a date without dashes, seconds; above, a finer unit. */
const LIKELY_NS = { from: 10n ** 17n, to: 10n ** 20n };

/** No place is 15 hours or more from UTC, and no hour has more than 59 minutes. */
const OFFSET_OF_NOWHERE = /T.*[+-](?:(?:1[5-9]|[2-9]\d)(?::?\d\d)?|\d\d:?[6-9]\d)$/i;

/** In a field of n8n's: its picker keeps no other text that is typed into it (seen in n8n 2.40). */
export const HOW_TO_TYPE_A_DATE =
	'Enter a date by its picker, or type it as 2025-01-31 14:30:00. n8n drops other texts';

const DATE_ADVICE = 'Enter a date such as 2025-01-31 or 2025-01-31T14:30:00';
const OFFSET_ADVICE =
	"In an expression, add an offset such as Z or +02:00 to a date that is not in the workflow's timezone";
const EPOCH_MS_ADVICE = `${DATE_ADVICE}, or epoch milliseconds (13 digits). Multiply epoch seconds by 1,000. ${OFFSET_ADVICE}`;
const EPOCH_NS_ADVICE = `${DATE_ADVICE}, or epoch nanoseconds (19 digits) as text. ${OFFSET_ADVICE}`;

const EXPRESSION_ADVICE = `Set the field to Expression, with {{ and }} around it once. ${DATE_ADVICE}`;

/** In what a parameter's digits are. */
interface Unit {
	readonly ns: bigint;
	readonly expected: string;
	readonly advice: string;
}

const NANOSECONDS: Unit = {
	ns: 1n,
	expected: 'nanoseconds, as text with 19 digits',
	advice: EPOCH_NS_ADVICE,
};

const MILLISECONDS: Unit = {
	ns: NS_PER_MS,
	expected: 'a date, or milliseconds with 13 digits, not a year or seconds',
	advice: EPOCH_MS_ADVICE,
};

/**
 * The exact instant that a parameter names, in epoch nanoseconds. Digits are nanoseconds already; a
 * date may have up to nine decimals and is in `zone` where it has no offset of its own.
 * @throws ParameterError for anything else, and for a number that JavaScript has already rounded.
 */
export function toEpochNs(value: unknown, field: string, zone: string): bigint {
	return toNs(value, field, zone, NANOSECONDS);
}

/**
 * The first whole millisecond at or after the instant that a parameter names, in epoch milliseconds.
 * Numbers and digits are milliseconds already.
 * @throws ParameterError for what is no date, and for numbers that look like a year or another unit.
 */
export function toEpochMs(value: unknown, field: string, zone: string): number {
	return Number((toNs(value, field, zone, MILLISECONDS) + NS_PER_MS - 1n) / NS_PER_MS);
}

function toNs(value: unknown, field: string, zone: string, unit: Unit): bigint {
	const text = typeof value === 'string' ? value.trim() : '';
	const given = DIGITS.test(text) ? BigInt(text) : value;
	if (typeof given !== 'number' && typeof given !== 'bigint') {
		return dateToNs(value, field, zone, unit.advice);
	}
	const isExact = typeof given === 'bigint' || Number.isSafeInteger(given);
	const ns = isExact ? BigInt(given) * unit.ns : -1n;
	// Zero is the beginning of time.
	if (ns === 0n || (ns >= LIKELY_NS.from && ns < LIKELY_NS.to)) return ns;
	throw new ParameterError(
		`'${field}' must be ${unit.expected}: ${String(given).slice(0, 40)}`,
		unit.advice,
	);
}

function dateToNs(value: unknown, field: string, zone: string, advice: string): bigint {
	const ns = typeof value === 'string' ? isoToNs(value.trim(), zone) : dateObjectToNs(value);
	if (ns !== undefined && ns >= 0n) return ns;
	const text = typeof value === 'string' ? value.trim() : '';
	const shown = text === '' ? '' : `: ${text.slice(0, 60)}`;
	throw new ParameterError(
		`'${field}' is not a date since 1970${shown}`,
		text.includes('{{') ? EXPRESSION_ADVICE : advice,
	);
}

/** Whether it is a date as an expression gives it. */
export function isDateObject(value: unknown): boolean {
	return isDateTime(value) || isDate(value);
}

function dateObjectToNs(value: unknown): bigint | undefined {
	if (isDateTime(value)) return msToNs(Number(value.toMillis()));
	return isDate(value) ? msToNs(value.getTime()) : undefined;
}

/** By its shape: an expression's DateTime is of n8n's own copy of luxon. */
function isDateTime(value: unknown): value is { readonly toMillis: () => unknown } {
	return DateTime.isDateTime(value) && typeof value.toMillis === 'function';
}

/** By its tag, not by `instanceof`: an expression's date comes from another realm. */
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
	const date = DateTime.fromISO(iso, { zone: knownZone(zone) });
	const hasOffset = /T.*(?:Z|[+-]\d\d(?::?\d\d)?)$/i.test(iso);
	return hasOffset ? date.toMillis() : firstInstantOf(date);
}

function msToNs(ms: number): bigint | undefined {
	return Number.isFinite(ms) ? BigInt(Math.trunc(ms)) * NS_PER_MS : undefined;
}
