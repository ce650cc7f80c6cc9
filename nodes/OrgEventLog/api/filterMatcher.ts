import { NS_PER_MS, type LoggedEvent } from './event';
import {
	FILTER_NAMES,
	FILTERS,
	SEVERITIES,
	filtersTaking,
	type EventFilters,
	type FilterName,
	type Nanoseconds,
	type Severity,
} from './filters';

/** Whether an event passes. */
export type EventCheck = (event: LoggedEvent) => boolean;

/**
 * Tells which events of the feed pass the filters, as the service applies them on List: exact
 * values, one of several, a minimum severity. A field that an event lacks passes no filter.
 */
export function createMatcher(filters: EventFilters): EventCheck {
	const checks = FILTER_NAMES.flatMap((name) => toCheck(name, filters));
	return (event) => checks.every((check) => check(event));
}

function toCheck(name: FilterName, filters: EventFilters): EventCheck[] {
	const filter = FILTERS[name];
	const wanted = filters[name];
	if (wanted === undefined || !('valueIn' in filter)) return [];
	const accepted = new Set<unknown>(
		name === 'severity' ? severitiesFrom(filters.severity) : [wanted].flat(),
	);
	return [({ fields }) => accepted.has(filter.valueIn(fields))];
}

function severitiesFrom(minimum: Severity = 'DEBUG'): readonly string[] {
	return SEVERITIES.slice(SEVERITIES.indexOf(minimum));
}

/**
 * Checks of an event of List what the specification leaves unsaid: whether times of nanoseconds
 * include themselves, and what a subtype does without a type. All else is the service's own
 * filtering; undefined where nothing is left unsaid.
 */
export function createListCheck(filters: EventFilters): EventCheck | undefined {
	const bounds = filtersTaking('nanoseconds').filter((name) => filters[name] !== undefined);
	const isLoneSubType = hasLoneSubType(filters);
	if (bounds.length === 0 && !isLoneSubType) return undefined;
	return (event) => {
		const createdAt = creationOf(event);
		return (
			bounds.every((name) => FILTERS[name].passes(createdAt, filters[name] ?? 0n)) &&
			(!isLoneSubType || isOfSubType(event, filters.subType))
		);
	};
}

/** Whether there is a subtype without the type that makes it "meaningful" (specification 4.1). */
export function hasLoneSubType({ type, subType }: EventFilters): boolean {
	return subType !== undefined && type === undefined;
}

function isOfSubType({ fields }: LoggedEvent, subType = ''): boolean {
	const { sub_type: actual } = fields;
	return typeof actual !== 'string' || actual.toLowerCase() === subType.toLowerCase();
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
