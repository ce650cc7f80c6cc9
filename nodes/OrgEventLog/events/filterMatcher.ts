import { NS_PER_MS, foldEmail, textOf, type LoggedEvent } from './event';
import {
	EXCLUDE_NAMES,
	FILTER_NAMES,
	FILTERS,
	type EventFilters,
	type ExcludedValues,
	type FilterName,
	type Nanoseconds,
} from './filters';
import { reachesSeverity } from './severities';

/** Whether an event passes. */
export type EventCheck = (event: LoggedEvent) => boolean;

/**
 * Tells which events pass the filters, as the service applies them on List: exact values, one of
 * several, a minimum severity. A field that an event lacks passes no filter.
 */
export function createMatcher(filters: EventFilters): EventCheck {
	const checks = FILTER_NAMES.flatMap((name) => toCheck(name, filters));
	return (event) => checks.every((check) => check(event));
}

function toCheck(name: FilterName, filters: EventFilters): EventCheck[] {
	const filter = FILTERS[name];
	const wanted = filters[name];
	if (wanted === undefined) return [];
	if (typeof wanted === 'bigint') {
		return 'passes' in filter ? [(event) => filter.passes(creationOf(event), wanted)] : [];
	}
	if ('passes' in filter) return [];
	const { severity: minimum } = filters;
	if (name === 'severity' && minimum !== undefined) {
		return [({ fields }) => reachesSeverity(fields.severity, minimum)];
	}
	const fold = 'ignoresLetterCase' in filter ? foldEmail : (text: string) => text;
	const accepted = new Set([wanted].flat().map(fold));
	return [
		({ fields }) => {
			const value = textOf(filter.valueIn(fields));
			return value !== undefined && accepted.has(fold(value));
		},
	];
}

/** Tells which events stay: those that none of the fields matches. Undefined where no field is set. */
export function createExclusion(exclude: ExcludedValues): EventCheck | undefined {
	const checks = EXCLUDE_NAMES.flatMap((name) => toCheck(name, exclude));
	return checks.length === 0 ? undefined : (event) => !checks.some((check) => check(event));
}

/**
 * Checks on an event of List what the specification leaves open: whether bounds in nanoseconds are
 * inclusive, and what a subtype does without a type. The service filters by everything else. Undefined
 * if nothing is open.
 */
export function createListCheck(filters: EventFilters): EventCheck | undefined {
	const { startTime, endTime, type } = filters;
	// Without a type it isn't "meaningful" (specification 4.1).
	const subType = type === undefined ? filters.subType : undefined;
	const isLeftUnsaid = [startTime, endTime, subType].some((value) => value !== undefined);
	return isLeftUnsaid ? createMatcher({ startTime, endTime, subType }) : undefined;
}

/** Exact where the event has `created_at_ns`, otherwise the millisecond it lies in. */
function creationOf({ fields, createdAtMs }: LoggedEvent): Nanoseconds {
	const { created_at_ns: given } = fields;
	const isExact = typeof given === 'number' ? Number.isSafeInteger(given) : isDigits(given);
	if (isExact) return { earliest: BigInt(String(given)), latest: BigInt(String(given)) };
	const earliest = BigInt(createdAtMs) * NS_PER_MS;
	return { earliest, latest: earliest + NS_PER_MS - 1n };
}

function isDigits(value: unknown): boolean {
	return typeof value === 'string' && /^\d+$/.test(value);
}
