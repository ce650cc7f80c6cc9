import type { JsonObject } from '../json/jsonValues';
import { FILTERS, filtersTaking, type EventFilters, type FilterName } from '../api/filters';
import { ParameterError } from '../errors/parameterError';
import { refuseOtherSeparators, toFilterValue, toFilterValues, toSeverity } from './filterValues';
import { toEpochNs } from './instants';
import { valueOfPicked } from './pickedValues';
import { isBlank, refuseNothing } from './values';

/** Reads one value that is there; throws ParameterError naming `field`. */
type Reader<Value> = (value: unknown, field: string) => Value;

/**
 * The filters that a `filters` collection asks for. A field that is left empty does not
 * filter; a date without an offset is in `zone`.
 * @throws ParameterError naming the field that can't be used.
 */
export function parseFilters(collection: JsonObject, zone: string): EventFilters {
	const read = <Value>(name: FilterName, reader: Reader<Value>): Value | undefined => {
		if (!(name in collection)) return undefined;
		const value = valueOfPicked(collection[name]);
		refuseNothing(value, FILTERS[name].label);
		return isBlank(value) ? undefined : reader(value, FILTERS[name].label);
	};
	const toNs: Reader<bigint> = (value, field) => toEpochNs(value, field, zone);
	const filters: { -readonly [Name in FilterName]?: EventFilters[Name] } = {};
	for (const name of filtersTaking('one')) filters[name] = read(name, toFilterValue);
	for (const name of filtersTaking('several')) {
		const values = read(name, toFilterValues);
		if (!('takesPunctuation' in FILTERS[name]))
			refuseOtherSeparators(values ?? [], FILTERS[name].label);
		filters[name] = values;
	}
	for (const name of filtersTaking('minimumSeverity')) filters[name] = read(name, toSeverity);
	for (const name of filtersTaking('nanoseconds')) filters[name] = read(name, toNs);
	refuseEmptyTimes(filters);
	return filters;
}

/** Both times are exclusive, so that one nanosecond apart they leave nothing between them either. */
function refuseEmptyTimes({ startTime, endTime }: EventFilters): void {
	if (startTime === undefined || endTime === undefined || endTime > startTime + 1n) return;
	const [start, end] = [FILTERS.startTime.label, FILTERS.endTime.label];
	throw new ParameterError(
		end,
		`'${end}' leaves no time after '${start}'`,
		`Enter an '${end}' that is later than '${start}'`,
	);
}
