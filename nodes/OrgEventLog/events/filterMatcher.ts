import { NS_PER_MS, foldCase, textOf, type LoggedEvent } from './event';
import {
	EXCLUDE_NAMES,
	FILTER_NAMES,
	FILTERS,
	FILTERS_OF_N8N,
	type EventFilters,
	type ExcludedValues,
	type FilterName,
	type Nanoseconds,
} from './filters';
import { reachesSeverity } from './severities';

export type EventCheck = (event: LoggedEvent) => boolean;

/** Applies filters as the service does on List: exact values, one of several. A field that is missing passes none. */
export function createMatcher(filters: EventFilters): EventCheck {
	const checks = FILTER_NAMES.flatMap((name) => checksOf(name, filters));
	return (event) => checks.every((check) => check(event));
}

function checksOf(name: FilterName, filters: EventFilters): EventCheck[] {
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
	const fold = 'ignoresLetterCase' in filter ? foldCase : (text: string) => text;
	const accepted = new Set([wanted].flat().map(fold));
	const isAccepted =
		'isPart' in filter
			? (value: string) => [...accepted].some((part) => value.includes(part))
			: (value: string) => accepted.has(value);
	return [
		({ fields }) => {
			const value = textOf(filter.valueIn(fields));
			return value !== undefined && isAccepted(fold(value));
		},
	];
}

/** An event stays if none of the fields matches it. Undefined if no field is set. */
export function createExclusion(exclude: ExcludedValues): EventCheck | undefined {
	const checks = EXCLUDE_NAMES.flatMap((name) => checksOf(name, exclude));
	return checks.length === 0 ? undefined : (event) => !checks.some((check) => check(event));
}

/**
 * Checks the rest on events of List: the filters that the API lacks, and those that the specification leaves open
 * (inclusive bounds in nanoseconds, a subtype without a type). Undefined if nothing is left.
 */
export function createListCheck(filters: EventFilters): EventCheck | undefined {
	// Without a type a subtype isn't "meaningful" (specification 4.1).
	const loneSubType = filters.type === undefined ? (['subType'] as const) : [];
	const names = [...FILTERS_OF_N8N, 'startTime', 'endTime', ...loneSubType] as const;
	const checks = names.flatMap((name) => checksOf(name, filters));
	return checks.length === 0 ? undefined : (event) => checks.every((check) => check(event));
}

/** It is exact if the event has `created_at_ns`, otherwise the millisecond it lies in. */
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
