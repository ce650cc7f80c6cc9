import { toJsonText } from '../json/nesting';

/** What one column of an event holds. */
export type ColumnValue = string | number | boolean | null;

/**
 * What there is, as one value: an object or a list goes in as its JSON. Null where there is nothing,
 * which services also write as an empty text.
 */
export function toColumnValue(value: unknown): ColumnValue {
	if (value === undefined || value === null || value === '') return null;
	if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
		return value;
	}
	return toJsonText(value);
}
