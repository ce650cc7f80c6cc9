export type JsonObject = Readonly<Record<string, unknown>>;

/** True unless it is null, a list or a plain value. */
export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True unless it is an object, a list or nothing. */
export function isPlainValue(value: unknown): value is string | number | boolean {
	return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Gives the value under a name; undefined if there is none or `value` has no names. */
export function memberOf(value: unknown, name: string): unknown {
	return isJsonObject(value) ? value[name] : undefined;
}

/** Counts lists and objects as levels. This runs for every record, and a closure for each takes three times as long. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
	if (Array.isArray(value)) {
		if (levels === 0) return true;
		for (const member of value) if (isNestedDeeper(member, levels - 1)) return true;
	} else if (isJsonObject(value)) {
		if (levels === 0) return true;
		for (const name in value) if (isNestedDeeper(value[name], levels - 1)) return true;
	}
	return false;
}

/** Gives the type of a value without the value itself, because failures may be shown to anybody. */
export function describeType(value: unknown): string {
	if (value === null) return 'null';
	if (value === undefined) return 'nothing';
	if (Array.isArray(value)) return 'a list';
	return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** A value takes a place in its list or object, and memory of its own besides its letters. */
const BYTES_PER_VALUE = 48;
const BYTES_PER_CHARACTER = 2;

/**
 * Gives roughly how many bytes of memory a JSON value takes beside its place. This runs for every event of an output:
 * `for … in` over a list would take ten times as long.
 */
export function memoryOf(value: unknown): number {
	if (typeof value === 'string') return BYTES_PER_CHARACTER * value.length;
	let size = 0;
	if (Array.isArray(value)) {
		for (const member of value) size += BYTES_PER_VALUE + memoryOf(member);
	} else if (isJsonObject(value)) {
		for (const name in value) size += BYTES_PER_VALUE + memoryOf(value[name]);
	}
	return size;
}

/** Gives the names of a table's rows, in their order. */
export function namesOf<Table extends object>(table: Table): ReadonlyArray<keyof Table & string> {
	return Object.keys(table).filter((name): name is keyof Table & string => name in table);
}
