import type { LoggedEvent } from './event';
import { foldCase } from './subjects';
import { textOf } from '../json/jsonValues';
import { NS_PER_MS } from '../text/times';
import { FILTER_NAMES, FILTERS } from './filters';
import type { EventFilters, Filter, FilterName } from './filters';
import { EXCLUDE_NAMES, type ExcludedValues } from './filterSets';
import { reachesSeverity } from './severities';

export type EventCheck = (event: LoggedEvent) => boolean;

/** Gives the check that an event passes if it has one of each filter's values. Without a known severity it passes any minimum. */
export function createMatcher(filters: EventFilters): EventCheck {
	const checks = FILTER_NAMES.flatMap((name) => checksOf(name, filters));
	return (event) => checks.every((check) => check(event));
}

function checksOf(name: FilterName, filters: EventFilters): EventCheck[] {
	const { readValue, ignoresLetterCase, isPart }: Filter = FILTERS[name];
	const wanted = filters[name];
	const { severity: minimum } = filters;
	if (wanted === undefined) return [];
	if (typeof wanted === 'bigint') return [createTimeCheck(name, wanted)];
	if (name === 'severity' && minimum !== undefined) {
		return [({ fields }) => reachesSeverity(fields.severity, minimum)];
	}
	const fold = ignoresLetterCase ? foldCase : (text: string) => text;
	const accepted = new Set([wanted].flat().map((text) => fold(text)));
	const isAccepted = (value: string) =>
		isPart ? [...accepted].some((part) => value.includes(part)) : accepted.has(value);
	return [
		({ fields }) => {
			const value = textOf(readValue?.(fields));
			return value !== undefined && isAccepted(fold(value));
		},
	];
}

/** Both bounds are exclusive. An event without `created_at_ns` in digits may lie anywhere in its millisecond. */
function createTimeCheck(name: FilterName, bound: bigint): EventCheck {
	return ({ fields: { created_at_ns: digits }, createdAtMs }) => {
		const isExact = typeof digits === 'string' && /^\d+$/.test(digits);
		const earliest = isExact ? BigInt(digits) : BigInt(createdAtMs) * NS_PER_MS;
		const latest = isExact ? earliest : earliest + NS_PER_MS - 1n;
		return name === 'startTime' ? latest > bound : earliest < bound;
	};
}

/** Gives the check that an event passes if none of the values is its own; undefined if there are no values. */
export function createExclusion(exclude: ExcludedValues): EventCheck | undefined {
	const checks = EXCLUDE_NAMES.flatMap((name) => checksOf(name, exclude));
	return checks.length === 0 ? undefined : (event) => !checks.some((check) => check(event));
}

/** Gives the check of what List may not have filtered by, or have read in another way; undefined if nothing is left. */
export function createListCheck(filters: EventFilters): EventCheck | undefined {
	// Without a type a subtype isn't "meaningful" (specification 4.1).
	const loneSubType = filters.type === undefined ? (['subType'] as const) : [];
	const ofN8n = FILTER_NAMES.filter((name) => !('parameter' in FILTERS[name]));
	const names = [...ofN8n, 'startTime', 'endTime', ...loneSubType] as const;
	const checks = names.flatMap((name) => checksOf(name, filters));
	return checks.length === 0 ? undefined : (event) => checks.every((check) => check(event));
}
