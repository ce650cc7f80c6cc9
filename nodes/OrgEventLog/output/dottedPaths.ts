import type { EventFields } from '../api/event';
import type { CsvCell } from './csv';

/**
 * Names each value of an event by its dotted path, in the event's own order. A list is one value,
 * its JSON; a dot that is part of a name has a backslash before it, so that no two paths are alike.
 */
export function forEachPath(
	fields: EventFields,
	visit: (path: string, cell: CsvCell) => void,
	prefix = '',
): void {
	for (const [name, value] of Object.entries(fields)) {
		const path = prefix + name.replace(/[\\.]/g, '\\$&');
		if (isObjectWithFields(value)) forEachPath(value, visit, `${path}.`);
		else visit(path, toCell(value));
	}
}

function isObjectWithFields(value: unknown): value is EventFields {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
	return Object.keys(value).length > 0;
}

function toCell(value: unknown): CsvCell {
	if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
		return value;
	}
	return value === null || value === undefined ? null : JSON.stringify(value);
}
