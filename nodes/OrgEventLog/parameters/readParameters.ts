import type { EventFilters } from '../api/filters';
import type { TimeRange } from '../api/page';
import type { PresetName } from '../api/presets';
import {
	DEFAULT_BYTE_ORDER_MARK,
	DEFAULT_EXACT_COUNT,
	DEFAULT_FILE_ORDER,
	DEFAULT_LIMIT,
	DEFAULT_ORDER,
	DEFAULT_RETURN_ALL,
	DEFAULT_SIMPLIFY,
} from './defaults';
import { parseFilters } from './parseFilters';
import { parseOutput, type OutputChoice } from './parseOutput';
import {
	parseReadOptions,
	parseRequestOptions,
	type ReadOptions,
	type RequestOptions,
} from './parseReadOptions';
import { toPreset } from './parsePreset';
import { parseTimeRange } from './parseTimeRange';
import { toCollection, toSwitch } from './values';

/** The parameters of a node, for one input item where it has items; their expressions resolved. */
export interface NodeParameters {
	readonly get: (name: string, fallback?: unknown) => unknown;
	/** The workflow's. */
	readonly timezone: string;
}

// All that is read here throws ParameterError where a field can't be used.

export function readFilters({ get, timezone }: NodeParameters): EventFilters {
	return parseFilters(toCollection(get('filters', {}), 'filters'), timezone);
}

/** The ready-made choice of events. */
export function readPreset({ get }: NodeParameters): PresetName {
	return toPreset(get('preset', 'none'));
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
	return parseReadOptions({
		returnAll: get('returnAll', DEFAULT_RETURN_ALL),
		limit: get('limit', DEFAULT_LIMIT),
		options: toCollection(get('options', {}), 'options'),
		defaultOrder: get('output', 'items') === 'file' ? DEFAULT_FILE_ORDER : DEFAULT_ORDER,
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
		options: toCollection(get('options', {}), 'options'),
	});
}

/** How the service is to be asked. */
export function readRequestOptions({ get }: NodeParameters): RequestOptions {
	return parseRequestOptions(toCollection(get('options', {}), 'options'));
}

/** Whether every event is to be counted one by one. */
export function readExactCount({ get }: NodeParameters): boolean {
	return toSwitch(get('exactCount', DEFAULT_EXACT_COUNT), 'Exact Count', DEFAULT_EXACT_COUNT);
}
