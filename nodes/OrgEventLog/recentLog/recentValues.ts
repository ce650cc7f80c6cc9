import type { LoggedEvent } from '../events/event';
import { pathsOf } from '../events/fieldPaths';
import { FILTERS, type FilterName, FILTERS_WITH_VALUE_LIST } from '../events/filters';
import { textOf } from '../json/jsonValues';
import { formatCount } from '../text/sentences';

/** More events than these would take a second request. */
export const MAX_NEWEST_EVENTS = 1_000;

/** A list in the editor offers values of at most so many characters. */
export const MAX_VALUE_LENGTH = 256;

/** A list in the editor offers at most so many values, or columns. */
export const MAX_LISTED_VALUES = 1_000;

export function describeNewest(count: number): string {
	return count === 1 ? 'the only event' : `the newest ${formatCount(count)} events`;
}

export interface ValueCount {
	readonly value: string;
	/** The name by which people know the value, if that is another. */
	readonly name?: string;
	/** Counts the events that have the value. */
	readonly count: number;
}

/** The values that the newest events have, without the events themselves; the most frequent first. */
export interface RecentValues {
	/** Counts the events that were looked at. */
	readonly events: number;
	readonly values: ReadonlyMap<FilterName, readonly ValueCount[]>;
	/** Dotted paths of the fields that events have. */
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
		events: newest.length,
		values: new Map(FILTERS_WITH_VALUE_LIST.map((filter) => [filter, tallyOf(filter)])),
		paths: countValues(newest.flatMap((fields) => pathsOf(fields).map((path) => [path]))),
	};
}

/** Counts values, with their names. There are no more of them than a list offers. */
function countValues(
	found: ReadonlyArray<readonly [value: unknown, name?: unknown]>,
): readonly ValueCount[] {
	const counts = new Map<string, ValueCount>();
	for (const [entered, name] of found) {
		const value = textOf(entered);
		if (!isListable(value)) continue;
		const entry = counts.get(value);
		if (entry !== undefined) counts.set(value, { ...entry, count: entry.count + 1 });
		else if (counts.size < MAX_LISTED_VALUES)
			counts.set(value, { value, count: 1, ...(isListable(name) && { name }) });
	}
	return [...counts.values()].sort(
		(one, other) => other.count - one.count || (one.value < other.value ? -1 : 1),
	);
}

/** True if a list can offer the value: filters take no empty text, and nobody would choose a very long one. */
function isListable(value: unknown): value is string {
	return typeof value === 'string' && value !== '' && value.length <= MAX_VALUE_LENGTH;
}
