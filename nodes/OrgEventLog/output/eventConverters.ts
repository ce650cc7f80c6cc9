import type { IDataObject } from 'n8n-workflow';
import { COLUMNS, type SimplifiedColumn, simplify } from '../events/columns';
import type { LoggedEvent } from '../events/event';
import { parsePath, readPath } from '../events/fieldPaths';
import type { JsonValue } from '../json/jsonValues';
import type { EventShape } from '../parameters/parseOutput';

export function createItemJsonConverter(shape: EventShape): (event: LoggedEvent) => IDataObject {
	if (shape.kind === 'raw') return ({ fields }) => fields;
	if (shape.kind === 'simplified') return simplify;
	const readers = shape.columns.map((name) => [name, createColumnReader(name)] as const);
	return (event) => Object.fromEntries(readers.map(([name, read]) => [name, read(event)]));
}

export type ColumnReader = (event: LoggedEvent) => JsonValue;

/** @param name of a simplified column, or the dotted path of a field. A missing value or an empty text gives null. */
export function createColumnReader(name: string): ColumnReader {
	if (isSimplifiedColumn(name)) return COLUMNS[name];
	const path = parsePath(name);
	return ({ fields }) => {
		const value = readPath(fields, path);
		return value === undefined || value === '' ? null : value;
	};
}

function isSimplifiedColumn(name: string): name is SimplifiedColumn {
	return Object.prototype.hasOwnProperty.call(COLUMNS, name);
}
