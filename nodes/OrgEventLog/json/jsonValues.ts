export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object with names, and so not null and not a list. */
export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a single one: neither an object, nor a list, nor nothing. */
export function isPlainValue(value: unknown): value is string | number | boolean {
	return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** The value under a name, or undefined where there is none or `value` has no names. */
export function memberOf(value: unknown, name: string): unknown {
	return isJsonObject(value) ? value[name] : undefined;
}

/** Whether lists and objects lie within each other on more levels than given. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
	if (typeof value !== 'object' || value === null) return false;
	if (levels === 0) return true;
	if (Array.isArray(value)) return value.some((member) => isNestedDeeper(member, levels - 1));
	return Object.values(value).some((member) => isNestedDeeper(member, levels - 1));
}

/** What a value is, without the value itself: failures may be shown to anybody. */
export function describeType(value: unknown): string {
	if (value === null) return 'null';
	if (value === undefined) return 'nothing';
	if (Array.isArray(value)) return 'a list';
	return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Of memory, for each value: its place in its list or object, and what it is itself but for letters. */
const BYTES_PER_VALUE = 48;
const BYTES_PER_CHARACTER = 2;

/**
 * Roughly how many bytes of memory a JSON value takes beside its place. This runs for every event of an
 * output: `for … in` over a list would take ten times as long.
 */
export function memoryOf(value: unknown): number {
	if (typeof value === 'string') return BYTES_PER_CHARACTER * value.length;
	if (!Array.isArray(value) && !isJsonObject(value)) return 0;
	let size = 0;
	if (Array.isArray(value)) {
		for (const member of value) size += BYTES_PER_VALUE + memoryOf(member);
	} else {
		for (const name in value) size += BYTES_PER_VALUE + memoryOf(value[name]);
	}
	return size;
}

/** The names of a table's rows, in their order. */
export function namesOf<Table extends object>(table: Table): ReadonlyArray<keyof Table & string> {
	return Object.keys(table).filter((name): name is keyof Table & string => name in table);
}
