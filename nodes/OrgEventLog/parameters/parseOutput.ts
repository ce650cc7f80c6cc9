import { ParameterError } from '../errors/parameterError';
import { describeType, memberOf } from '../json/jsonValues';
import { DEFAULT_FILE_FORMAT, DEFAULT_GROUP_BY, MAX_GROUP_BY } from './defaults';
import { readSwitch } from './switches';
import { INTERVAL_UNITS, type IntervalUnit } from './timeRanges';
import { type NodeParameters, isBlank, requireValue, toCollection, toOneOf } from './values';

const FILE_FORMATS = ['csv', 'xlsx', 'ndjson'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** What is wanted of each event. */
export type EventShape =
	/** All that the API sent. */
	| { readonly kind: 'raw' }
	/** The simplified columns. */
	| { readonly kind: 'simplified' }
	/** Columns in this order: simplified ones, and others by their dotted paths in what the API sent. */
	| { readonly kind: 'columns'; readonly columns: readonly string[] };

/** One file with all events. */
export interface FileChoice {
	readonly kind: 'file';
	readonly format: FileFormat;
	/** For CSV and XLSX. */
	readonly shape: EventShape;
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
const SUMMARY_FIELDS = ['interval', 'count', 'share', 'firstAt', 'lastAt'];

/** The file that is wanted. @throws ParameterError naming the field that can't be used */
export function readFileChoice(parameters: NodeParameters): FileChoice {
	const format = parameters.get('fileFormat', DEFAULT_FILE_FORMAT);
	return {
		kind: 'file',
		format: toOneOf(FILE_FORMATS, format, 'File Format'),
		shape: readEventShape(parameters),
	};
}

/**
 * What is wanted of each event.
 *
 * @param place where the editor has Columns
 * @throws ParameterError naming the field that can't be used
 */
export function readEventShape(
	parameters: NodeParameters,
	place: 'form' | 'options' = 'form',
): EventShape {
	if (!readSwitch(parameters, 'simplify')) return { kind: 'raw' };
	const { get, stored } = parameters;
	const [columns, storedColumns] =
		place === 'form'
			? [get('columns', []), stored.columns]
			: [
					{ columns: [], ...toCollection(get('options', {})) }.columns,
					memberOf(stored.options, 'columns'),
				];
	const chosen = toColumnNames(columns, 'Columns', storedColumns);
	return chosen.length > 0 ? { kind: 'columns', columns: chosen } : { kind: 'simplified' };
}

/** The summary that is wanted. @throws ParameterError naming the field that can't be used */
export function readSummaryChoice({ get, stored }: NodeParameters): SummaryChoice {
	const names = toColumnNames(get('groupBy', DEFAULT_GROUP_BY), 'Group By', stored.groupBy);
	if (names.length > MAX_GROUP_BY) {
		throw new ParameterError(
			`'Group By' takes at most ${MAX_GROUP_BY} columns, but has ${names.length}`,
			'Remove the least important columns',
		);
	}
	const taken = names.find((name) => SUMMARY_FIELDS.includes(name));
	if (taken !== undefined) {
		throw new ParameterError(
			`'Group By' has ${taken}, which is a column of every summary`,
			`Choose a column other than ${taken}`,
		);
	}
	const interval = toOneOf(['none', ...INTERVAL_UNITS], get('interval', 'none'), 'Interval');
	return { kind: 'summary', groupBy: names, interval };
}

/** Between the names in one text. A path that holds one of them has to come in a list. */
const SEPARATOR = /[,|\n]/;

/** The columns that a field names, each once. @throws ParameterError for what is no name, or nothing but blanks */
function toColumnNames(value: unknown, field: string, stored: unknown): readonly string[] {
	const names: readonly unknown[] = Array.isArray(value) ? value : splitText(value);
	const given = names.filter((name) => !isBlank(name));
	const isNothing = given.length === 0 && names.length > 0 && value !== '';
	requireValue(isNothing ? null : value, field, stored);
	return [...new Set(given.map((name) => toColumnName(name, field)))];
}

function splitText(value: unknown): readonly unknown[] {
	return typeof value === 'string' ? value.split(SEPARATOR) : [value];
}

function toColumnName(value: unknown, field: string): string {
	if (typeof value === 'string') return value.trim();
	throw new ParameterError(
		`'${field}' must contain names of columns, not ${describeType(value)}`,
		"Choose from the list, or return a list of names from the expression, such as ['createdAt', 'user_principal.user.groups']",
	);
}
