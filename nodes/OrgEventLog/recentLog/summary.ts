import { type EventFields, type LoggedEvent, deviceField } from '../events/event';
import { FILTERS, OFFERED_FILTERS, type OfferedFilter } from '../events/filters';
import { MAX_SUMMARY_LENGTH, MAX_VALUE_LENGTH } from '../events/limits';
import { forEachPath } from '../events/fieldPaths';

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

/**
 * Sums events up, so that none of them need be kept: as many of the first ones as there is room for.
 * A longer value than anybody would choose from a list is left out.
 */
export function summarize(events: readonly LoggedEvent[]): LogSummary {
	const room = { left: MAX_SUMMARY_LENGTH };
	const values = new Map(OFFERED_FILTERS.map((filter) => [filter, new Tally(room)]));
	const subTypes = new Map<string, Tally>();
	const paths = new Tally(room);
	let summedUp = 0;
	for (const { fields } of events) {
		if (room.left <= 0) break;
		summedUp += 1;
		for (const [filter, tally] of values)
			tally.note(FILTERS[filter].valueIn(fields), nameIn(fields, filter));
		if (isValue(fields.type)) {
			const ofType = subTypes.get(fields.type) ?? new Tally(room);
			subTypes.set(fields.type, ofType);
			ofType.note(fields.sub_type);
		}
		forEachPath(fields, (path) => {
			paths.note(path);
			return room.left > 0;
		});
	}
	return {
		events: summedUp,
		values: toLists(values),
		subTypes: toLists(subTypes),
		paths: paths.mostFirst(),
	};
}

/** What is no text, or empty, is no value that a filter could ask for. */
function isValue(value: unknown): value is string {
	return typeof value === 'string' && value !== '' && value.length <= MAX_VALUE_LENGTH;
}

class Tally {
	private readonly counts = new Map<string, { count: number; name?: string }>();

	/** @param room what several of them may take together, in characters */
	constructor(private readonly room: { left: number }) {}

	note(value: unknown, name?: string): void {
		if (!isValue(value)) return;
		const known = this.counts.get(value);
		if (known !== undefined) {
			known.count += 1;
			return;
		}
		this.counts.set(value, { count: 1, name });
		this.room.left -= value.length + (name ?? '').length;
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

/** Nobody knows a device by its ID. */
function nameIn(fields: EventFields, filter: OfferedFilter): string | undefined {
	const name = filter === 'deviceId' ? deviceField(fields, 'friendly_name') : undefined;
	return isValue(name) ? name : undefined;
}
