import { ParameterError } from '../errors/parameterError';
import {
	createExclusionCheck,
	createUnservedFilterCheck,
	joinChecks,
} from '../selection/filterChecks';
import type { EventFilters, FilterName, FilterValue } from '../selection/filters';
import { EXCLUDE_FIELDS, FILTERS, FILTER_NAMES } from '../selection/filters';
import { PRESET_NAMES, type Selection, applyPreset } from '../selection/presets';
import { SEVERITIES } from '../lexicon/severities';
import { isJsonObject, memberOf } from '../json/jsonValues';
import { toEpochNs } from './enteredDates';
import { toFilterValue, toFilterValues } from './filterValues';
import {
	type NodeParameters,
	isBlank,
	isPickedFromList,
	readField,
	refuseEmptyExpression,
	toCollection,
	toAllowedValue,
	valueOfLocator,
} from './readField';

export const EXCLUDE_PREFIX = 'Exclude: ';

/** Reads preset, filters and exclusions. @throws ParameterError naming the field that can't be used */
export function parseSelection(parameters: NodeParameters, presetLabel = 'Preset'): Selection {
	const exclude = parseFilters(parameters, 'exclude');
	refuseUselessExclusions(exclude);
	const parsePreset = (value: unknown) => toAllowedValue(PRESET_NAMES, value, presetLabel);
	const preset = readField(parameters, 'preset', presetLabel, parsePreset) ?? 'none';
	const { filters, presetCheck } = applyPreset(preset, parseFilters(parameters, 'filters'));
	const checks = [presetCheck, createUnservedFilterCheck(filters), createExclusionCheck(exclude)];
	return { preset, filters, exclude, clientSideCheck: joinChecks(...checks) };
}

/** @throws ParameterError if filters, a preset or exclusions are set, which Feed does not have */
export function requireNoSelection(parameters: NodeParameters): void {
	const { preset, filters, clientSideCheck } = parseSelection(parameters);
	const isFiltered = Object.keys(filters).length > 0;
	if (preset === 'none' && !isFiltered && clientSideCheck === undefined) return;
	throw new ParameterError(
		"'Filters', 'Preset' and 'Exclude' can't be used if 'Read From' is Feed",
		"Remove them, or remove 'Read From' to read by List, which has filters",
	);
}

/** Reads the filters of a collection. @throws ParameterError naming the field that can't be used, or is left empty */
export function parseFilters(
	parameters: NodeParameters,
	collectionName: 'filters' | 'exclude',
): EventFilters {
	const collection = toCollection(parameters.get(collectionName, {}));
	const stored = parameters.stored[collectionName];
	const filters: Partial<Record<FilterName, FilterValue>> = {};
	for (const name of FILTER_NAMES.filter((filter) => filter in collection)) {
		const label = (collectionName === 'exclude' ? EXCLUDE_PREFIX : '') + FILTERS[name].label;
		const storedField = memberOf(stored, name);
		const storedValue = valueOfLocator(storedField);
		const { kind, isSplitAtPunctuation, hasNoValueList } = FILTERS[name];
		if (isJsonObject(stored)) refuseEmptyField(storedValue, label, !hasNoValueList);
		const value = valueOfLocator(collection[name]);
		refuseEmptyExpression(value, label, storedValue);
		if (isBlank(value)) continue;
		const isSplit = isSplitAtPunctuation === true && !isPickedFromList(storedField);
		if (kind === 'one') filters[name] = toFilterValue(value, label);
		else if (kind === 'several') filters[name] = toFilterValues(value, label, isSplit);
		else if (kind === 'minimumSeverity') filters[name] = toAllowedValue(SEVERITIES, value, label);
		else filters[name] = toEpochNs(value, label, parameters.timezone);
	}
	refuseEmptyTimeSpan(filters);
	return filters;
}

/** Refuses an exclusion that would have no effect, because events don't show the value. */
function refuseUselessExclusions(exclude: EventFilters): void {
	const uselessExclusion = EXCLUDE_FIELDS.find((name) => {
		return exclude[name] !== undefined && FILTERS[name].fieldKnownBy === 'guess';
	});
	if (uselessExclusion === undefined) return;
	throw new ParameterError(
		`'${EXCLUDE_PREFIX}${FILTERS[uselessExclusion].label}' can't exclude events, because events don't show it`,
		'Choose another field',
	);
}

/** Refuses a field that was added and left empty, or holds an empty expression. */
function refuseEmptyField(value: unknown, label: string, hasList: boolean): void {
	if (!isBlank(typeof value === 'string' ? value.replace(/^=/, '') : value)) return;
	throw new ParameterError(
		`'${label}' was added without a value`,
		`${hasList ? 'Choose' : 'Enter'} a value, or remove the field`,
	);
}

/** Refuses times that leave nothing between them: both are exclusive, so one nanosecond is not enough. */
function refuseEmptyTimeSpan({ startTime, endTime }: EventFilters): void {
	if (typeof startTime !== 'bigint' || typeof endTime !== 'bigint') return;
	if (endTime > startTime + 1n) return;
	const [start, end] = [FILTERS.startTime.label, FILTERS.endTime.label];
	throw new ParameterError(
		`'${end}' must be later than '${start}'`,
		`Enter a later '${end}' or an earlier '${start}'. Neither time is included`,
	);
}
