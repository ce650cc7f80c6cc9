export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object with names, and so not null and not a list. */
export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value under a name, or undefined where there is none or `value` has no names. */
export function memberOf(value: unknown, name: string): unknown {
	return isJsonObject(value) ? value[name] : undefined;
}

/** What a value is, without the value itself: failures may be shown to anybody. */
export function describeType(value: unknown): string {
	if (value === null) return 'null';
	if (value === undefined) return 'nothing';
	if (Array.isArray(value)) return 'a list';
	return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
