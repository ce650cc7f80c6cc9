import { COLUMNS, type SimplifiedColumn } from '../events/columns';
import type { LoggedEvent } from '../events/event';
import { parsePath, readPath } from '../events/fieldPaths';
import type { JsonValue } from '../json/jsonValues';

export type ColumnReader = (event: LoggedEvent) => JsonValue;

/** Reads a simplified column, or a dotted path of what the API sent; null for nothing and for an empty text. */
export function createColumnReader(name: string): ColumnReader {
	if (isSimplified(name)) return COLUMNS[name];
	const path = parsePath(name);
	return ({ fields }) => {
		const value = readPath(fields, path);
		return value === undefined || value === '' ? null : value;
	};
}

function isSimplified(name: string): name is SimplifiedColumn {
	return Object.prototype.hasOwnProperty.call(COLUMNS, name);
}
