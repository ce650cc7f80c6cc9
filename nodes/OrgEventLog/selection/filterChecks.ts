import type { LoggedEvent } from '../events/event';
import { foldCase } from '../events/subjects';
import { textOf } from '../json/jsonValues';
import { NS_PER_MS } from '../text/times';
import type { EventFilters, FilterName, FilterValue } from './filters';
import { FILTER_NAMES, FILTERS } from './filters';
import { passesMinimumSeverity } from '../lexicon/severities';

export type EventCheck = (event: LoggedEvent) => boolean;

/** An event passes the check if it has one of each filter's values. */
export function createFilterCheck(filters: EventFilters): EventCheck {
	const checks = createChecks(FILTER_NAMES, filters);
	return (event) => checks.every((check) => check(event));
}

/** Gives undefined if there is no check to join. */
export function joinChecks(...checks: Array<EventCheck | undefined>): EventCheck | undefined {
	const definedChecks = checks.filter((check) => check !== undefined);
	if (definedChecks.length === 0) return undefined;
	return (event) => definedChecks.every((check) => check(event));
}

function createChecks(names: readonly FilterName[], filters: EventFilters): EventCheck[] {
	return names.flatMap((name) => {
		const value = filters[name];
		return value === undefined ? [] : [createCheck(name, value)];
	});
}

function createCheck(name: FilterName, wanted: FilterValue): EventCheck {
	if (typeof wanted === 'bigint') return createTimeCheck(name, wanted);
	if (name === 'severity') return ({ fields }) => passesMinimumSeverity(fields.severity, wanted);
	const { readValue, isCaseInsensitive, isSubstringMatch } = FILTERS[name];
	const fold = isCaseInsensitive ? foldCase : (text: string) => text;
	const accepted = new Set([wanted].flat().map((text) => fold(text)));
	const isAccepted = (value: string) =>
		isSubstringMatch ? [...accepted].some((part) => value.includes(part)) : accepted.has(value);
	return ({ fields }) => {
		const value = textOf(readValue?.(fields));
		return value !== undefined && isAccepted(fold(value));
	};
}

/** Both bounds are exclusive. An event without `created_at_ns` in digits may lie anywhere in its millisecond. */
function createTimeCheck(name: FilterName, boundNs: bigint): EventCheck {
	return ({ fields: { created_at_ns: digits }, createdAtMs }) => {
		const isExact = typeof digits === 'string' && /^\d+$/.test(digits);
		const earliestNs = isExact ? BigInt(digits) : BigInt(createdAtMs) * NS_PER_MS;
		const latestNs = isExact ? earliestNs : earliestNs + NS_PER_MS - 1n;
		return name === 'startTime' ? latestNs > boundNs : earliestNs < boundNs;
	};
}

/** An event passes the check if it has none of the values. Without values, there is no check. */
export function createExclusionCheck(exclude: EventFilters): EventCheck | undefined {
	const checks = createChecks(FILTER_NAMES, exclude);
	return checks.length === 0 ? undefined : (event) => !checks.some((check) => check(event));
}

/** Creates a check of the filters that List lacks, or doesn't document fully; undefined if there are none. */
export function createUnservedFilterCheck(filters: EventFilters): EventCheck | undefined {
	const names = FILTER_NAMES.filter((name) => {
		const { queryName, kind } = FILTERS[name];
		// A subtype isn't "meaningful" without a type (specification 4.1).
		const isLoneSubType = name === 'subType' && filters.type === undefined;
		return queryName === undefined || kind === 'nanoseconds' || isLoneSubType;
	});
	return joinChecks(...createChecks(names, filters));
}
