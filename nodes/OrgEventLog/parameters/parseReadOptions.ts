import type { Order, TimeRange } from '../api/page';
import { ParameterError } from '../errors/parameterError';
import type { Source } from '../events/event';
import type { Selection } from '../selection/presets';
import { readChoice } from './choiceFields';
import { toText } from './filterValues';
import { NUMBER_FIELDS, readNumber, readNumberOption } from './numberFields';
import { parseSelection } from './parseSelection';
import { parseTimeRange } from './parseTimeRange';
import { type NodeParameters, optionsOf, readField } from './readField';
import { readSwitch } from './switchFields';

// All functions here throw ParameterError naming the field that can't be used.

type RequestOptions = ReturnType<typeof parseRequestOptions>;

export interface ReadOptions extends RequestOptions {
	readonly order: Order;
	/** Without a limit, all events are read. */
	readonly limit?: number;
	readonly skip?: number;
	readonly sample?: SampleSettings;
	/** An export has a manifest, which names the log's beginning even if the range has no start. */
	readonly isExport?: true;
	/** The hash links a file to the one before it; the first of a chain has none. */
	readonly previousSha256?: string;
}

/** Everybody who knows the seed can repeat the sample. */
export interface SampleSettings {
	readonly size: number;
	readonly seed: string;
}

export interface ReadSettings extends Selection, ReadOptions {
	readonly source: Source;
	readonly range: TimeRange;
	/** The host's clock showed this when the node began, for all items. */
	readonly nowMs: number;
	readonly timezone: string;
	/** The run fails if the log begins after the range does, or if the log's beginning can't be read. */
	readonly isWholeRangeRequired: boolean;
}

const NO_SELECTION: Selection = { preset: 'none', filters: {}, exclude: {} };

export function parseReadSettings(
	source: Source,
	parameters: NodeParameters,
	nowMs: number,
	parseOptions: (parameters: NodeParameters) => ReadOptions,
): ReadSettings {
	return {
		source,
		nowMs,
		timezone: parameters.timezone,
		...(source === 'list' ? parseSelection(parameters) : NO_SELECTION),
		...parseOptions(parameters),
		range: parseTimeRange(parameters, nowMs),
		isWholeRangeRequired: readSwitch(parameters, 'requireWhole'),
	};
}

/** Pages become this many times as long as the first ones if the service allows it. */
const PAGE_GROWTH_FACTOR = 5;

/** Pages that are read in parallel wait in memory, and an export must need little (docs/decisions/memory.md). */
const FILE_PARALLEL_REQUESTS = 2;

export function parseRequestOptions(parameters: NodeParameters) {
	const { default: defaultPageSize } = NUMBER_FIELDS.pageSize;
	const enteredPageSize = readNumberOption(parameters, 'pageSize');
	return {
		maxPageLimit: enteredPageSize ?? PAGE_GROWTH_FACTOR * defaultPageSize,
		/** It is unset if the user has entered a length: such pages don't grow. */
		firstPageLimit: enteredPageSize === undefined ? defaultPageSize : undefined,
		maxParallelRequests: readNumber(parameters, 'maxParallelRequests'),
		timeoutMs: readNumber(parameters, 'timeout'),
	};
}

/** Reads the options of List and Feed. Return All contradicts Skip, and a sample has to be one of all events. */
export function parseItemsOptions(parameters: NodeParameters): ReadOptions {
	const returnAll = readSwitch(parameters, 'returnAll');
	const skip = readNumber(parameters, 'skip');
	if (returnAll && skip > 0)
		throw new ParameterError(
			"'Skip' can't be used together with 'Return All'",
			"Turn off 'Return All' and set a 'Limit', or remove 'Skip'",
		);
	const sample = parseSampleSettings(parameters);
	if (!returnAll && sample !== undefined)
		throw new ParameterError(
			"'Sample Size' can't be used without 'Return All'",
			"Turn on 'Return All' to take the sample from all events in the range, or remove 'Sample Size'",
		);
	const limit = returnAll ? undefined : readNumber(parameters, 'limit');
	const order = readChoice(parameters, 'order');
	return { ...parseRequestOptions(parameters), order, limit, skip, sample };
}

/** Reads the options of an export: a file has all events, unless Options limit it. */
export function parseExportOptions(parameters: NodeParameters): ReadOptions {
	const limit = readNumberOption(parameters, 'limit');
	const sample = parseSampleSettings(parameters);
	if (limit !== undefined && sample !== undefined)
		throw new ParameterError(
			"'Sample Size' can't be used together with 'Limit'",
			"Remove 'Limit' to take the sample from all events in the range, or remove 'Sample Size'",
		);
	const requestOptions = parseRequestOptions(parameters);
	return {
		...requestOptions,
		// Longer pages save time, but take memory.
		maxPageLimit: requestOptions.firstPageLimit ?? requestOptions.maxPageLimit,
		firstPageLimit: undefined,
		maxParallelRequests:
			readNumberOption(parameters, 'maxParallelRequests') ?? FILE_PARALLEL_REQUESTS,
		// People read a report from the oldest event on.
		order: readChoice(parameters, 'order', 'ASC'),
		limit,
		sample,
		isExport: true,
		previousSha256: parsePreviousSha256(parameters),
	};
}

export function parseNewestFirstOptions(parameters: NodeParameters): ReadOptions {
	return { ...parseRequestOptions(parameters), order: 'DESC' };
}

function parsePreviousSha256(parameters: NodeParameters): string | undefined {
	const options = optionsOf(parameters);
	return readField(options, 'previousSha256', 'Previous SHA-256', (value, label) => {
		const digits = typeof value === 'string' ? value.trim().toLowerCase() : '';
		if (/^[0-9a-f]{64}$/.test(digits)) return digits;
		throw new ParameterError(
			`'${label}' must have 64 hexadecimal digits`,
			'Enter the sha256 of the previous manifest, or leave it empty for the first file',
		);
	});
}

function parseSampleSettings(parameters: NodeParameters): SampleSettings | undefined {
	const size = readNumberOption(parameters, 'sampleSize');
	const seed = readField(optionsOf(parameters), 'sampleSeed', 'Sample Seed', toText);
	return size === undefined ? undefined : { size, seed: seed ?? '' };
}
