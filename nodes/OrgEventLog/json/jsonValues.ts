/** JSON has no functions, symbols or bigints; lists and objects are `object`, as n8n's items have them. */
export type JsonValue = string | number | boolean | object | null | undefined;
export type JsonObject = Readonly<Record<string, JsonValue>>;

/** Neither null nor a list is a JSON object. */
export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isPrimitive(value: unknown): value is string | number | boolean {
	return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Some services send a number or a boolean in place of a text. */
export function textOf(value: unknown): string | undefined {
	return isPrimitive(value) ? String(value) : undefined;
}

/** Gives undefined if the value has no such member, or is no object. */
export function memberOf(value: unknown, name: string): unknown {
	return isJsonObject(value) ? value[name] : undefined;
}

export function hasIntegers(value: unknown, ...names: readonly string[]): boolean {
	return names.every((name) => Number.isSafeInteger(memberOf(value, name)));
}

/** Protobuf's JSON writes integers of 64 bits as text. Signed ones have at most 19 digits. */
const DIGITS = /^\d{1,19}$/;

/** Gives an integer that may be written as a number or as its digits in a text; undefined for anything else. */
export function toInteger(value: unknown): number | undefined {
	if (typeof value === 'string') return DIGITS.test(value) ? Number(value) : undefined;
	return typeof value === 'number' && Number.isInteger(value) ? value : undefined;
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

/** `Object.keys` alone gives any strings, not the names of the table's rows. */
export function keysOf<Table extends object>(table: Table): ReadonlyArray<keyof Table & string> {
	return Object.keys(table).filter((name): name is keyof Table & string => name in table);
}
