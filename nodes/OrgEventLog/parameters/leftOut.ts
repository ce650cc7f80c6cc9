import { isJsonObject } from '../json/jsonValues';

/** A parameter that a language model fills in: it leaves out what it doesn't want, as people leave it empty. */
export function leftOutAsEmpty(value: unknown): unknown {
	if (value === undefined || value === null) return '';
	if (!isJsonObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, member]) => [name, leftOutAsEmpty(member)]),
	);
}
