import { createExclusion, createListCheck, joinChecks } from '../events/filterMatcher';
import {
	EXCLUDE_NAMES,
	type EventFilters,
	FILTERS,
	FILTER_NAMES,
	type FilterName,
	type FilterValue,
} from '../events/filters';
import { PRESET_NAMES, type Selection, applyPreset } from '../events/presets';
import { SEVERITIES } from '../events/severities';
import { ParameterError } from '../errors/parameterError';
import { isJsonObject, memberOf } from '../json/jsonValues';
import { toFilterValue, toFilterValues } from './filterValues';
import { toEpochNs } from './enteredDates';
import {
	type NodeParameters,
	isBlank,
	readField,
	requireValue,
	toCollection,
	toOneOf,
	isFromList,
	valueOfLocator,
} from './readField';

const EXCLUDE = 'Exclude: ';

/** Reads preset, filters and exclusions. @throws ParameterError naming the field that can't be used */
export function parseSelection(parameters: NodeParameters, presetLabel = 'Preset'): Selection {
	const { get, stored, timezone } = parameters;
	const exclude = parseExclude(toCollection(get('exclude', {})), timezone, stored.exclude);
	const toPreset = (value: unknown, field: string) => toOneOf(PRESET_NAMES, value, field);
	const preset = readField(parameters, 'preset', presetLabel, toPreset) ?? 'none';
	const ownFilters = parseFilters(toCollection(get('filters', {})), timezone, stored.filters);
	const { filters, passes } = applyPreset(preset, ownFilters);
	const checks = [passes, createListCheck(filters), createExclusion(exclude)];
	return { preset, filters, exclude, passes: joinChecks(...checks) };
}

/** @throws ParameterError if filters, a preset or exclusions are set, which Feed does not have */
export function requireNoSelection(parameters: NodeParameters): void {
	const { preset, filters, passes } = parseSelection(parameters);
	const isFiltered = Object.keys(filters).length > 0;
	if (preset === 'none' && !isFiltered && passes === undefined) return;
	throw new ParameterError(
		"'Filters', 'Preset' and 'Exclude' can't be used if 'Read From' is Feed",
		"Remove them, or remove 'Read From' to read by List, which has filters",
	);
}

/**
 * Reads the filters of a collection: `stored` has its expressions as they stand, `labelPrefix` begins the names of fields
 * in messages. @throws ParameterError naming the field that can't be used, or is left empty
 */
export function parseFilters(
	collection: Readonly<Record<string, unknown>>,
	zone: string,
	stored: unknown,
	labelPrefix = '',
): EventFilters {
	const filters: Partial<Record<FilterName, FilterValue>> = {};
	for (const name of FILTER_NAMES.filter((filter) => filter in collection)) {
		const label = labelPrefix + FILTERS[name].label;
		const field = memberOf(stored, name);
		const storedValue = valueOfLocator(field);
		if (isJsonObject(stored)) refuseEmpty(storedValue, label, !FILTERS[name].hasNoValueList);
		const value = valueOfLocator(collection[name]);
		requireValue(value, label, storedValue);
		if (!isBlank(value)) filters[name] = parseFilter(name, value, label, zone, isFromList(field));
	}
	refuseEmptyTimes(filters);
	return filters;
}

function parseFilter(
	name: FilterName,
	value: unknown,
	label: string,
	zone: string,
	isChosen: boolean,
): FilterValue {
	const { takes, isSplitAtPunctuation = false } = FILTERS[name];
	if (takes === 'one') return toFilterValue(value, label);
	if (takes === 'several') return toFilterValues(value, label, !isChosen && isSplitAtPunctuation);
	return takes === 'nanoseconds'
		? toEpochNs(value, label, zone)
		: toOneOf(SEVERITIES, value, label);
}

/** @throws ParameterError, also for a field that events don't show */
function parseExclude(
	collection: Readonly<Record<string, unknown>>,
	zone: string,
	stored: unknown,
): EventFilters {
	const exclude = parseFilters(collection, zone, stored, EXCLUDE);
	const unusable = EXCLUDE_NAMES.find((name) => {
		return exclude[name] !== undefined && FILTERS[name].undocumented === 'guessed';
	});
	if (unusable === undefined) return exclude;
	throw new ParameterError(
		`'${EXCLUDE}${FILTERS[unusable].label}' can't exclude events, because events don't show it`,
		'Choose another field',
	);
}

/** Refuses a field that was added and left empty, or holds an empty expression. */
function refuseEmpty(value: unknown, label: string, hasList: boolean): void {
	if (!isBlank(typeof value === 'string' ? value.replace(/^=/, '') : value)) return;
	throw new ParameterError(
		`'${label}' was added without a value`,
		`${hasList ? 'Choose' : 'Enter'} a value, or remove the field`,
	);
}

/** Refuses times that leave nothing between them: both are exclusive, so one nanosecond is not enough. */
function refuseEmptyTimes({ startTime, endTime }: EventFilters): void {
	if (typeof startTime !== 'bigint' || typeof endTime !== 'bigint') return;
	if (endTime > startTime + 1n) return;
	const [start, end] = [FILTERS.startTime.label, FILTERS.endTime.label];
	throw new ParameterError(
		`'${end}' must be later than '${start}'`,
		`Enter a later '${end}' or an earlier '${start}'. Neither time is included`,
	);
}
