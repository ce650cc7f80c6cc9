import { ParameterError } from '../errors/parameterError';
import { type EventShape, parseEventShape, toColumnNames } from './columns';
import { DEFAULT_BYTE_ORDER_MARK, DEFAULT_GROUP_BY, MAX_GROUP_BY } from './defaults';
import { INTERVAL_UNITS, type IntervalUnit } from './timeRanges';
import { isBlank, refuseNothing, toOneOf, toSwitch } from './values';

const OUTPUTS = ['items', 'file', 'summary'] as const;
const FILE_FORMATS = ['csv', 'ndjson'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** One file with all events. */
export interface FileChoice {
	readonly kind: 'file';
	readonly format: FileFormat;
	/** For CSV. */
	readonly shape: EventShape;
	/** For CSV: whether the file begins with a mark that tells Excel that it is UTF-8. */
	readonly withByteOrderMark: boolean;
}

/** How many events there are of each kind, and when. */
export interface SummaryChoice {
	readonly kind: 'summary';
	/** Columns that the events of a group have in common; none for all events together. */
	readonly groupBy: readonly string[];
	readonly interval: 'none' | IntervalUnit;
}

/** What events are made into: items, one file, or an item for each group of them. */
export type OutputChoice =
	{ readonly kind: 'items'; readonly shape: EventShape } | FileChoice | SummaryChoice;

/** What an item of a summary has beside the columns of its group. */
const SUMMARY_FIELDS = ['interval', 'count', 'firstAt', 'lastAt'];

/** @throws ParameterError naming the field that can't be used. */
export function parseOutput(parameters: {
	readonly output: unknown;
	readonly fileFormat: unknown;
	readonly simplify: unknown;
	readonly columns: unknown;
	readonly byteOrderMark: unknown;
	readonly groupBy: unknown;
	readonly interval: unknown;
}): OutputChoice {
	const { output, fileFormat, simplify, columns, byteOrderMark } = parameters;
	const kind = toOneOf(OUTPUTS, output, 'Output');
	if (kind === 'summary') return parseSummary(parameters);
	const shape = parseEventShape(simplify, columns);
	if (kind === 'items') return { kind, shape };
	return {
		kind,
		format: toOneOf(FILE_FORMATS, fileFormat, 'File Format'),
		shape,
		withByteOrderMark: toSwitch(byteOrderMark, 'For Excel', DEFAULT_BYTE_ORDER_MARK),
	};
}

function parseSummary(parameters: {
	readonly groupBy: unknown;
	readonly interval: unknown;
}): SummaryChoice {
	const { groupBy, interval } = parameters;
	refuseNothing(groupBy, 'Group By');
	const names = toColumnNames(isBlank(groupBy) ? DEFAULT_GROUP_BY : groupBy, 'Group By');
	if (names.length > MAX_GROUP_BY) {
		throw new ParameterError(
			'Group By',
			`'Group By' takes ${MAX_GROUP_BY} columns at most, and has ${names.length}`,
			'Remove the columns that matter least',
		);
	}
	const taken = names.find((name) => SUMMARY_FIELDS.includes(name));
	if (taken !== undefined) {
		throw new ParameterError(
			'Group By',
			`'Group By' has ${taken}, which every summary has of its own`,
			`Choose another column than ${taken}`,
		);
	}
	const units = ['none', ...INTERVAL_UNITS] as const;
	return { kind: 'summary', groupBy: names, interval: toOneOf(units, interval, 'Interval') };
}
