import { ParameterError } from '../errors/parameterError';
import { readChoice } from './choiceFields';
import { splitValues, toText } from './filterValues';
import { type NodeParameters, isBlank, refuseEmptyExpression } from './readField';
import { readSwitch } from './switchFields';

/** People ask first who did something. */
export const DEFAULT_GROUP_BY = ['who'];
export const MAX_GROUP_BY = 4;

export type EventShape =
	| { readonly kind: 'raw' }
	| { readonly kind: 'simplified' }
	/** Each is the name of a simplified column, or the dotted path of a value in the raw event. */
	| { readonly kind: 'columns'; readonly columns: readonly string[] };

// All functions here throw ParameterError naming the field that can't be used.

export type FileSettings = ReturnType<typeof parseFileSettings>;

/** NDJSON keeps events as they came, whatever the shape. */
export function parseFileSettings(parameters: NodeParameters) {
	return { format: readChoice(parameters, 'fileFormat'), shape: parseEventShape(parameters) };
}

/** @param options has the field Columns, which the trigger has among its Options */
export function parseEventShape(parameters: NodeParameters, options = parameters): EventShape {
	if (!readSwitch(parameters, 'simplify')) return { kind: 'raw' };
	const { get, stored } = options;
	const columns = toColumnNames(get('columns', []), 'Columns', stored.columns);
	return columns.length > 0 ? { kind: 'columns', columns } : { kind: 'simplified' };
}

export type SummarySettings = ReturnType<typeof parseSummarySettings>;

/** The events of a group have the columns of `groupBy` in common; all events are one group if there is none. */
export function parseSummarySettings(parameters: NodeParameters) {
	const { get, stored } = parameters;
	const groupBy = toColumnNames(get('groupBy', DEFAULT_GROUP_BY), 'Group By', stored.groupBy);
	if (groupBy.length > MAX_GROUP_BY)
		throw new ParameterError(
			`'Group By' takes at most ${MAX_GROUP_BY} columns, but has ${groupBy.length}`,
			'Remove the least important columns',
		);
	return { groupBy, interval: readChoice(parameters, 'interval') };
}

/** Gives each name once, and none for blanks. A name that has punctuation in it has to come in a list. */
function toColumnNames(value: unknown, label: string, stored: unknown): readonly string[] {
	const list: readonly unknown[] = Array.isArray(value) ? value : [value];
	const entries = typeof value === 'string' ? splitValues(value, true) : list;
	const names = entries.filter((name) => !isBlank(name));
	// A list of nothing but blanks counts as an expression that returns nothing.
	refuseEmptyExpression(names.length === 0 && entries.length > 0 ? null : value, label, stored);
	return [...new Set(names.map((name) => toText(name, label).trim()))];
}
