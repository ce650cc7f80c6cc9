import type { LoggedEvent } from '../events/event';
import { pathsOf } from '../events/fieldPaths';
import { FILTERS, type FilterName, FILTERS_WITH_VALUE_LIST } from '../selection/filters';
import { textOf } from '../json/jsonValues';
import { formatCount } from '../text/sentences';

/** To look at more events would take a second request. */
export const MAX_NEWEST_EVENTS = 1_000;

/** A list in the editor offers no value with more characters. */
export const MAX_VALUE_LENGTH = 256;

/** A list in the editor offers no more values, or columns. */
export const MAX_LISTED_VALUES = 1_000;

export function describeNewest(count: number): string {
	return count === 1 ? 'the only event' : `the newest ${formatCount(count)} events`;
}

export interface ValueCount {
	readonly value: string;
	/** People may know the value by another name. */
	readonly name?: string;
	readonly eventCount: number;
}

/** The values of the newest events are kept without the events themselves, the most frequent first. */
export interface RecentValues {
	readonly eventCount: number;
	readonly values: ReadonlyMap<FilterName, readonly ValueCount[]>;
	/** These are dotted paths of fields. */
	readonly paths: readonly ValueCount[];
}

/** Tallies the first events, for a service may send more than it was asked for. */
export function tallyValues(events: readonly LoggedEvent[]): RecentValues {
	const newest = events.slice(0, MAX_NEWEST_EVENTS).map(({ fields }) => fields);
	const tallyOf = (filter: FilterName) => {
		const { readValue } = FILTERS[filter];
		// Nobody knows a device by its ID.
		const readName = filter === 'deviceId' ? FILTERS.deviceName.readValue : undefined;
		return countValues(newest.map((fields) => [readValue?.(fields), readName?.(fields)]));
	};
	return {
		eventCount: newest.length,
		values: new Map(FILTERS_WITH_VALUE_LIST.map((filter) => [filter, tallyOf(filter)])),
		paths: countValues(newest.flatMap((fields) => pathsOf(fields).map((path) => [path]))),
	};
}

/** Leaves out values beyond those that a list can offer. */
function countValues(
	found: ReadonlyArray<readonly [value: unknown, name?: unknown]>,
): readonly ValueCount[] {
	const counts = new Map<string, ValueCount>();
	for (const [logged, name] of found) {
		const value = textOf(logged);
		if (!isListable(value)) continue;
		const entry = counts.get(value);
		if (entry !== undefined) counts.set(value, { ...entry, eventCount: entry.eventCount + 1 });
		else if (counts.size < MAX_LISTED_VALUES)
			counts.set(value, { value, eventCount: 1, ...(isListable(name) && { name }) });
	}
	return [...counts.values()].sort(
		(one, other) => other.eventCount - one.eventCount || (one.value < other.value ? -1 : 1),
	);
}

/** Filters take no empty text, and nobody would choose a very long one. */
function isListable(value: unknown): value is string {
	return typeof value === 'string' && value !== '' && value.length <= MAX_VALUE_LENGTH;
}
