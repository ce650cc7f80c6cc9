import { createExclusion } from '../api/filterMatcher';
import type { TimeRange } from '../api/page';
import { bothChecks, withPreset, type Selection } from '../api/presets';
import { ParameterError } from '../errors/parameterError';
import type { JsonObject } from '../json/jsonValues';
import {
	DEFAULT_BYTE_ORDER_MARK,
	DEFAULT_EXACT_COUNT,
	DEFAULT_FILE_ORDER,
	DEFAULT_GROUP_BY,
	DEFAULT_ORDER,
	DEFAULT_RETURN_ALL,
	DEFAULT_SIMPLIFY,
} from './defaults';
import { NUMBER_FIELDS } from './numberFields';
import { parseExclude, parseFilters } from './parseFilters';
import { parseOutput, type OutputChoice } from './parseOutput';
import {
	parseReadOptions,
	parseRequestOptions,
	type ReadOptions,
	type RequestOptions,
} from './parseReadOptions';
import { toPreset } from './parsePreset';
import { parseTimeRange } from './parseTimeRange';
import { isBlank, memberIn, toCollection, toSwitch } from './values';

/** The parameters of a node, for one input item where it has items; their expressions resolved. */
export interface NodeParameters {
	readonly get: (name: string, fallback?: unknown) => unknown;
	/** The same as they are stored, with their expressions as they stand. */
	readonly stored: JsonObject;
	/** The workflow's. */
	readonly timezone: string;
}

// All that is read here throws ParameterError where a field can't be used.

/** Which events are wanted. */
export function readSelection({ get, stored, timezone }: NodeParameters): Selection {
	const entered = toCollection(get('filters', {}), 'filters');
	const excluded = toCollection(get('exclude', {}), 'fields of Exclude');
	const exclude = parseExclude(excluded, timezone, stored.exclude);
	const preset = toPreset(get('preset', 'none'));
	const chosen = withPreset(preset, parseFilters(entered, timezone, stored.filters));
	const passes = bothChecks(chosen.passes, createExclusion(exclude));
	return { preset, filters: chosen.filters, exclude, passes };
}

/** The half-open range that is asked for, as of `nowMs`. */
export function readTimeRange({ get, timezone }: NodeParameters, nowMs: number): TimeRange {
	const parameters = {
		timeRange: get('timeRange', 'all'),
		lastAmount: get('lastAmount', ''),
		lastUnit: get('lastUnit', ''),
		period: get('period', ''),
		after: get('after', '') ?? null,
		before: get('before', '') ?? null,
	};
	return parseTimeRange(parameters, nowMs, timezone);
}

/** How much is wanted read, and how. */
export function readListOptions({ get }: NodeParameters): ReadOptions {
	const output = get('output', 'items');
	return parseReadOptions({
		// A summary is of all events: the form has no Limit for it.
		returnAll: output === 'summary' || get('returnAll', DEFAULT_RETURN_ALL),
		limit: get('limit', NUMBER_FIELDS.limit.default),
		options: toCollection(get('options', {}), 'options'),
		defaultOrder: output === 'file' ? DEFAULT_FILE_ORDER : DEFAULT_ORDER,
	});
}

/** What events are wanted made into. */
export function readOutput({ get }: NodeParameters): OutputChoice {
	return parseOutput({
		output: get('output', 'items'),
		fileFormat: get('fileFormat', 'csv'),
		simplify: get('simplify', DEFAULT_SIMPLIFY),
		columns: get('columns', []),
		byteOrderMark: get('byteOrderMark', DEFAULT_BYTE_ORDER_MARK),
		groupBy: get('groupBy', DEFAULT_GROUP_BY),
		interval: get('interval', 'none'),
	});
}

/** How the service is to be asked. */
export function readRequestOptions({ get }: NodeParameters): RequestOptions {
	return parseRequestOptions(toCollection(get('options', {}), 'options'));
}

/** Whether a range that begins before the log is a failure. */
export function readMustCover({ get }: NodeParameters): boolean {
	const options = toCollection(get('options', {}), 'options');
	const label = 'Fail if the Log Begins Later';
	return toSwitch(memberIn(options, 'requireWhole', label), label, false);
}

/** The SHA-256 of the file before this one; undefined where none is given. */
export function readPreviousSha256({ get }: NodeParameters): string | undefined {
	const options = toCollection(get('options', {}), 'options');
	const label = 'Previous SHA-256';
	const value = memberIn(options, 'previousSha256', label);
	if (isBlank(value)) return undefined;
	const digits = typeof value === 'string' ? value.trim().toLowerCase() : '';
	if (/^[0-9a-f]{64}$/.test(digits)) return digits;
	throw new ParameterError(
		label,
		`'${label}' takes 64 hexadecimal digits`,
		'Enter the sha256 of the manifest before this one, or leave it empty for the first file of a chain',
	);
}

/** Whether every event is to be counted one by one. */
export function readExactCount({ get }: NodeParameters): boolean {
	return toSwitch(get('exactCount', DEFAULT_EXACT_COUNT), 'Exact Count', DEFAULT_EXACT_COUNT);
}
