import { ParameterError } from '../errors/parameterError';
import { describeType } from '../json/jsonValues';
import { DEFAULT_SIMPLIFY } from './defaults';
import { isBlank, refuseNothing, toSwitch } from './values';

/** The columns of a simplified event, in the order in which a person reads them. */
export const SIMPLIFIED_COLUMNS = [
	'createdAt',
	'severity',
	'message',
	'userEmail',
	'service',
	'action',
	'type',
	'subType',
	'result',
	'deviceName',
	'serialNumber',
	'platform',
	'ipAddress',
	'severityLevel',
	'id',
	'externalId',
	'dedupeKey',
] as const;

export type SimplifiedColumn = (typeof SIMPLIFIED_COLUMNS)[number];

const SIMPLIFIED: ReadonlySet<string> = new Set(SIMPLIFIED_COLUMNS);

export function isSimplifiedColumn(name: string): name is SimplifiedColumn {
	return SIMPLIFIED.has(name);
}

/** Whether these are the simplified columns as they are where nobody chooses. */
export function isDefaultChoice(columns: readonly string[]): boolean {
	return columns === SIMPLIFIED_COLUMNS;
}

/** What is wanted of each event. */
export type EventShape =
	/** All that the API sent. */
	| { readonly kind: 'raw' }
	/** Columns in this order: simplified ones, and others by their dotted paths in what the API sent. */
	| { readonly kind: 'columns'; readonly columns: readonly string[] };

/** @throws ParameterError naming the field that can't be used */
export function parseEventShape(simplify: unknown, columns: unknown): EventShape {
	if (!toSwitch(simplify, 'Simplify', DEFAULT_SIMPLIFY)) return { kind: 'raw' };
	refuseNothing(columns, 'Columns');
	const chosen = toColumnNames(columns, 'Columns');
	return { kind: 'columns', columns: chosen.length > 0 ? chosen : SIMPLIFIED_COLUMNS };
}

/** Between the names in one text. A path that holds one of them has to come in a list. */
const SEPARATOR = /[,|\n]/;

/** The columns that a field names, each once. @throws ParameterError for what is no name */
export function toColumnNames(value: unknown, field: string): readonly string[] {
	if (isBlank(value)) return [];
	const names: readonly unknown[] = Array.isArray(value) ? value : splitText(value);
	const given = names.filter((name) => !isBlank(name));
	return [...new Set(given.map((name) => toColumnName(name, field)))];
}

function splitText(value: unknown): readonly unknown[] {
	return typeof value === 'string' ? value.split(SEPARATOR) : [value];
}

function toColumnName(value: unknown, field: string): string {
	if (typeof value === 'string') return value.trim();
	throw new ParameterError(
		field,
		`'${field}' takes names of columns, not ${describeType(value)}`,
		"Choose from the list, or have the expression return a list of names such as ['createdAt', 'user_principal.user.groups']",
	);
}
