import { type EventFields, type LoggedEvent, deviceField } from '../api/event';
import { FILTERS, OFFERED_FILTERS, type OfferedFilter } from '../api/filters';
import { forEachPath } from '../output/rowShapes';

/** A value, and how many events have it. */
export interface ValueCount {
	readonly value: string;
	readonly count: number;
	/** What people call it, where that is something else. */
	readonly name?: string;
}

/** What some events hold, without the events themselves. Lists have the most frequent first. */
export interface LogSummary {
	/** How many events it is of. */
	readonly events: number;
	readonly values: ReadonlyMap<OfferedFilter, readonly ValueCount[]>;
	/** The subtypes of each type. */
	readonly subTypes: ReadonlyMap<string, readonly ValueCount[]>;
	/** The dotted paths of the fields that events have. */
	readonly paths: readonly ValueCount[];
}

/** Sums events up, so that none of them need be kept. */
export function summarize(events: readonly LoggedEvent[]): LogSummary {
	const values = new Map(OFFERED_FILTERS.map((filter) => [filter, new Tally()]));
	const subTypes = new Map<unknown, Tally>();
	const paths = new Tally();
	for (const { fields } of events) {
		for (const [filter, tally] of values)
			tally.note(valueIn(fields, filter), nameIn(fields, filter));
		const ofType = subTypes.get(fields.type) ?? new Tally();
		subTypes.set(fields.type, ofType);
		ofType.note(fields.sub_type);
		forEachPath(fields, (path) => paths.note(path));
	}
	return {
		events: events.length,
		values: toLists(values),
		subTypes: new Map([...toLists(subTypes)].filter(hasText)),
		paths: paths.mostFirst(),
	};
}

class Tally {
	private readonly counts = new Map<string, { count: number; name?: string }>();

	/** What is no text, or empty, is no value that a filter could ask for. */
	note(value: unknown, name?: string): void {
		if (typeof value !== 'string' || value === '') return;
		const { count, ...known } = this.counts.get(value) ?? { count: 0, name };
		this.counts.set(value, { count: count + 1, ...known });
	}

	mostFirst(): readonly ValueCount[] {
		return [...this.counts]
			.map(([value, { count, name }]) => ({ value, count, ...(name !== undefined && { name }) }))
			.sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1));
	}
}

function toLists<Key>(tallies: ReadonlyMap<Key, Tally>): Map<Key, readonly ValueCount[]> {
	return new Map([...tallies].map(([key, tally]) => [key, tally.mostFirst()]));
}

function hasText<Value>(entry: readonly [unknown, Value]): entry is [string, Value] {
	return typeof entry[0] === 'string';
}

function valueIn(fields: EventFields, filter: OfferedFilter): unknown {
	const row = FILTERS[filter];
	return 'valueIn' in row ? row.valueIn(fields) : row.mayBeIn(fields);
}

/** Nobody knows a device by its ID. */
function nameIn(fields: EventFields, filter: OfferedFilter): string | undefined {
	const name = filter === 'deviceId' ? deviceField(fields, 'friendly_name') : undefined;
	return typeof name === 'string' && name !== '' ? name : undefined;
}
