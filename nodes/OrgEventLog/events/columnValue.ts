import { isPlainValue } from '../json/jsonValues';

export type ColumnValue = string | number | boolean | null;

/** An object or a list goes into a column as its JSON. Services also write nothing as an empty text. */
export function toColumnValue(value: unknown): ColumnValue {
	if (value === undefined || value === null || value === '') return null;
	return isPlainValue(value) ? value : JSON.stringify(value);
}
