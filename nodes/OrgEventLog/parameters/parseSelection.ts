import { createExclusion, createListCheck } from '../events/filterMatcher';
import { type EventFilters, FILTERS, type FilterName } from '../events/filters';
import {
	EXCLUDE_NAMES,
	type ExcludedValues,
	canExclude,
	filtersTaking,
	hasValueList,
	isSplitAtPunctuation,
} from '../events/filterSets';
import { PRESET_NAMES } from '../events/presets';
import { type Selection, joinChecks, applyPreset } from '../events/selection';
import { SEVERITIES, type Severity } from '../events/severities';
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
	const checkHere = joinChecks(createListCheck(filters), createExclusion(exclude));
	return { preset, filters, exclude, passes: joinChecks(passes, checkHere) };
}

/** @throws ParameterError if filters, a preset or exclusions are set, which Feed does not have */
export function requireNoSelection(parameters: NodeParameters): void {
	const { preset, filters, passes } = parseSelection(parameters);
	const isFiltered = Object.values(filters).some((value) => value !== undefined);
	if (preset === 'none' && !isFiltered && passes === undefined) return;
	throw new ParameterError(
		"'Filters', 'Preset' and 'Exclude' can't be used if 'Read From' is Feed",
		"Remove them, or remove 'Read From' to read by List, which has filters",
	);
}

type FilterReader<Value> = (value: unknown, field: string, isChosen: boolean) => Value;

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
	const read = <Value>(name: FilterName, reader: FilterReader<Value>): Value | undefined => {
		if (!(name in collection)) return undefined;
		const label = labelPrefix + FILTERS[name].label;
		const field = memberOf(stored, name);
		const storedValue = valueOfLocator(field);
		if (isJsonObject(stored)) refuseEmpty(storedValue, label, hasValueList(name));
		const value = valueOfLocator(collection[name]);
		requireValue(value, label, storedValue);
		return isBlank(value) ? undefined : reader(value, label, isFromList(field));
	};
	const toSeverity: FilterReader<Severity> = (value, field) => toOneOf(SEVERITIES, value, field);
	const toNs: FilterReader<bigint> = (value, field) => toEpochNs(value, field, zone);
	const filters: { -readonly [Name in FilterName]?: EventFilters[Name] } = {};
	for (const name of filtersTaking('one')) filters[name] = read(name, toFilterValue);
	for (const name of filtersTaking('several')) {
		filters[name] = read(name, (value, field, isChosen) =>
			toFilterValues(value, field, !isChosen && isSplitAtPunctuation(name)),
		);
	}
	for (const name of filtersTaking('minimumSeverity')) filters[name] = read(name, toSeverity);
	for (const name of filtersTaking('nanoseconds')) filters[name] = read(name, toNs);
	refuseEmptyTimes(filters);
	return filters;
}

/** @throws ParameterError, also for a field that events don't show */
function parseExclude(
	collection: Readonly<Record<string, unknown>>,
	zone: string,
	stored: unknown,
): ExcludedValues {
	const exclude = parseFilters(collection, zone, stored, EXCLUDE);
	const unusable = EXCLUDE_NAMES.find((name) => exclude[name] !== undefined && !canExclude(name));
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
	if (startTime === undefined || endTime === undefined || endTime > startTime + 1n) return;
	const [start, end] = [FILTERS.startTime.label, FILTERS.endTime.label];
	throw new ParameterError(
		`'${end}' must be later than '${start}'`,
		`Enter a later '${end}' or an earlier '${start}'. Neither time is included`,
	);
}
