import { type EventFields, type LoggedEvent, deviceField } from '../events/event';
import { FILTERS, OFFERED_FILTERS, type OfferedFilter } from '../events/filters';
import { MAX_LISTED_VALUES, MAX_VALUE_LENGTH } from '../events/limits';
import { forEachPath } from '../events/fieldPaths';
import { inDigits } from '../output/digest';

/** How many of the newest events are looked at. */
export const MAX_LOOKED_AT = 1_000;

/** So many of them, in words. */
export function newestEvents(count: number): string {
	return count === 1 ? 'the only event' : `the newest ${inDigits(count)} events`;
}

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
 * Sums events up, so that none of them need be kept: the first ones, should a service send more than it was
 * asked for. A longer value than anybody would choose from a list is left out.
 */
export function summarize(given: readonly LoggedEvent[]): LogSummary {
	const events = given.slice(0, MAX_LOOKED_AT);
	const values = new Map(OFFERED_FILTERS.map((filter) => [filter, new Tally()]));
	const subTypes = new Map<string, Tally>();
	const paths = new Tally();
	for (const { fields } of events) {
		for (const [filter, tally] of values)
			tally.note(FILTERS[filter].valueIn(fields), nameIn(fields, filter));
		if (isValue(fields.type)) {
			const ofType = subTypes.get(fields.type) ?? new Tally();
			subTypes.set(fields.type, ofType);
			ofType.note(fields.sub_type);
		}
		forEachPath(fields, (path) => paths.note(path));
	}
	return {
		events: events.length,
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

	/** Whether there is room for more. */
	note(value: unknown, name?: string): boolean {
		const hasRoom = this.counts.size < MAX_LISTED_VALUES;
		if (!isValue(value)) return hasRoom;
		const known = this.counts.get(value);
		if (known !== undefined) known.count += 1;
		else if (hasRoom) this.counts.set(value, { count: 1, name });
		return hasRoom;
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
