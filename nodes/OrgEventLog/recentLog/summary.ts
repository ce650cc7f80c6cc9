import { type LoggedEvent, textOf } from '../events/event';
import { pathsOf } from '../events/fieldPaths';
import { FILTERS } from '../events/filters';
import { OFFERED_FILTERS, type OfferedFilter } from '../events/filterSets';
import { MAX_LISTED_VALUES, MAX_VALUE_LENGTH } from '../events/limits';
import { toDigits } from '../text/numbers';

/** So many of the newest events are looked at. */
export const MAX_LOOKED_AT = 1_000;

export function newestEvents(count: number): string {
	return count === 1 ? 'the only event' : `the newest ${toDigits(count)} events`;
}

export interface ValueCount {
	readonly value: string;
	/** Set if people call it something else. */
	readonly name?: string;
	/** So many events have the value. */
	readonly count: number;
}

/** The values that some events have, without the events themselves. Lists have the most frequent first. */
export interface LogSummary {
	readonly events: number;
	readonly values: ReadonlyMap<OfferedFilter, readonly ValueCount[]>;
	/** They are listed by their type. */
	readonly subTypes: ReadonlyMap<string, readonly ValueCount[]>;
	/** Dotted paths of the fields that events have. */
	readonly paths: readonly ValueCount[];
}

/** Sums the first events up, also if a service sends more than it was asked for. */
export function summarizeLog(events: readonly LoggedEvent[]): LogSummary {
	const looked = events.slice(0, MAX_LOOKED_AT).map(({ fields }) => fields);
	const tallyOf = (filter: OfferedFilter, among = looked) => {
		const { valueIn } = FILTERS[filter];
		// Nobody knows a device by its ID.
		const nameIn = filter === 'deviceId' ? FILTERS.deviceName.valueIn : () => undefined;
		return tally(among.map((fields) => [valueIn(fields), nameIn(fields)]));
	};
	const types = tallyOf('type').map(({ value }) => value);
	const ofType = (type: string) => looked.filter((fields) => fields.type === type);
	return {
		events: looked.length,
		values: new Map(OFFERED_FILTERS.map((filter) => [filter, tallyOf(filter)])),
		subTypes: new Map(types.map((type) => [type, tallyOf('subType', ofType(type))])),
		paths: tally(looked.flatMap((fields) => pathsOf(fields).map((path) => [path]))),
	};
}

/** Counts values with their names, up to as many different ones as a list offers. */
function tally(
	found: ReadonlyArray<readonly [value: unknown, name?: unknown]>,
): readonly ValueCount[] {
	const counts = new Map<string, ValueCount>();
	for (const [entered, name] of found) {
		const value = textOf(entered);
		if (!isListable(value)) continue;
		const known = counts.get(value);
		if (known !== undefined) counts.set(value, { ...known, count: known.count + 1 });
		else if (counts.size < MAX_LISTED_VALUES)
			counts.set(value, { value, count: 1, ...(isListable(name) && { name }) });
	}
	return [...counts.values()].sort(
		(one, other) => other.count - one.count || (one.value < other.value ? -1 : 1),
	);
}

/** No filter could ask for another value, and nobody would choose a longer one from a list. */
function isListable(value: unknown): value is string {
	return typeof value === 'string' && value !== '' && value.length <= MAX_VALUE_LENGTH;
}
