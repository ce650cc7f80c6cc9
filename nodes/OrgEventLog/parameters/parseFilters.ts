import { isJsonObject, type JsonObject, memberOf } from '../json/jsonValues';
import {
	EXCLUDE_NAMES,
	FILTERS,
	FILTER_NAMES,
	canExclude,
	filtersTaking,
	isOffered,
	punctuationIn,
	type EventFilters,
	type ExcludedValues,
	type FilterName,
} from '../events/filters';
import { ParameterError } from '../errors/parameterError';
import { createExclusion } from '../events/filterMatcher';
import {
	PRESET_NAMES,
	bothChecks,
	withPreset,
	type PresetName,
	type Selection,
} from '../events/presets';
import {
	isChosen,
	refuseBraces,
	toFilterValue,
	toFilterValues,
	toSeverity,
	valueOfPicked,
} from './filterValues';
import { toEpochNs } from './instants';
import { type NodeParameters, isBlank, requireValue, toCollection, toOneOf } from './values';

const EXCLUDE = 'Exclude: ';

/**
 * Which events are wanted.
 *
 * @param presetLabel what the editor calls the preset
 * @throws ParameterError naming the field that can't be used
 */
export function readSelection(
	{ get, stored, timezone }: NodeParameters,
	presetLabel = 'Preset',
): Selection {
	const exclude = parseExclude(toCollection(get('exclude', {})), timezone, stored.exclude);
	const preset = toPreset(get('preset', 'none'), stored.preset, presetLabel);
	const entered = parseFilters(toCollection(get('filters', {})), timezone, stored.filters);
	const chosen = withPreset(preset, entered);
	const passes = bothChecks(chosen.passes, createExclusion(exclude));
	return { preset, filters: chosen.filters, exclude, passes };
}

/** @throws ParameterError where filters, a preset or exclusions are set, which Feed does not have */
export function requireNoSelection(parameters: NodeParameters): void {
	const { preset, filters, passes } = readSelection(parameters);
	const isFiltered = Object.values(filters).some((value) => value !== undefined);
	if (preset === 'none' && !isFiltered && passes === undefined) return;
	throw new ParameterError(
		"'Filters', 'Preset' and 'Exclude' can't be used if 'Read From' is Feed",
		"Remove them, or remove 'Read From' to read by List, which has filters",
	);
}

function toPreset(value: unknown, stored: unknown, label: string): PresetName {
	requireValue(value, label, stored);
	return isBlank(value) ? 'none' : toOneOf(PRESET_NAMES, value, label);
}

/** Reads one value that is there; throws ParameterError naming `field`. */
type Reader<Value> = (value: unknown, field: string, isChosen: boolean) => Value;

/**
 * The filters that a `filters` collection asks for. An expression that gives an empty text does not
 * filter; a date without an offset is in `zone`.
 *
 * @param stored the collection with its expressions as they stand
 * @param within what the names of its fields begin with in messages
 * @throws ParameterError naming the field that can't be used, or is left empty
 */
export function parseFilters(
	collection: JsonObject,
	zone: string,
	stored: unknown,
	within = '',
): EventFilters {
	const read = <Value>(name: FilterName, reader: Reader<Value>): Value | undefined => {
		if (!(name in collection)) return undefined;
		const label = within + FILTERS[name].label;
		const entered = valueOfPicked(memberOf(stored, name));
		if (isJsonObject(stored)) refuseEmpty(entered, label, isOffered(name));
		const value = valueOfPicked(collection[name]);
		requireValue(value, label, entered);
		if (isBlank(value)) return undefined;
		const wasChosen = isChosen(memberOf(stored, name));
		if (!wasChosen) refuseBraces(value, label, entered, isOffered(name));
		return reader(value, label, wasChosen);
	};
	const toNs: Reader<bigint> = (value, field) => toEpochNs(value, field, zone);
	const filters: { -readonly [Name in FilterName]?: EventFilters[Name] } = {};
	for (const name of filtersTaking('one')) filters[name] = read(name, toFilterValue);
	for (const name of filtersTaking('several')) {
		filters[name] = read(name, (value, field, wasChosen) =>
			toFilterValues(value, field, wasChosen ? 'belongs' : punctuationIn(name)),
		);
	}
	for (const name of filtersTaking('minimumSeverity')) filters[name] = read(name, toSeverity);
	for (const name of filtersTaking('nanoseconds')) filters[name] = read(name, toNs);
	refuseEmptyTimes(filters);
	return filters;
}

/**
 * What an `exclude` collection leaves out, read as filters are.
 *
 * @throws ParameterError, also for a field that can't be told from an event
 */
function parseExclude(collection: JsonObject, zone: string, stored: unknown): ExcludedValues {
	const exclude = parseFilters(collection, zone, stored, EXCLUDE);
	const unusable = FILTER_NAMES.find((name) => exclude[name] !== undefined && !canExclude(name));
	if (unusable === undefined) return exclude;
	const label = EXCLUDE + FILTERS[unusable].label;
	const others = EXCLUDE_NAMES.filter(canExclude).map((name) => FILTERS[name].label);
	throw new ParameterError(
		`'${label}' can't exclude events, because events don't show it`,
		`Choose one of these fields instead: ${others.sort().join(', ')}`,
	);
}

/** What was added and left empty, also where it was made an expression. */
function refuseEmpty(value: unknown, label: string, hasList: boolean): void {
	if (!isBlank(typeof value === 'string' ? value.replace(/^=/, '') : value)) return;
	throw new ParameterError(
		`'${label}' was added without a value`,
		`${hasList ? 'Choose' : 'Enter'} a value, or remove the field`,
	);
}

/** Both times are exclusive, so that one nanosecond apart they leave nothing between them either. */
function refuseEmptyTimes({ startTime, endTime }: EventFilters): void {
	if (startTime === undefined || endTime === undefined || endTime > startTime + 1n) return;
	const [start, end] = [FILTERS.startTime.label, FILTERS.endTime.label];
	throw new ParameterError(
		`'${end}' must be later than '${start}'`,
		`Enter a later '${end}' or an earlier '${start}'. Neither time is included`,
	);
}
