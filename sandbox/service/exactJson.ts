/** JSON as the service writes it: a bigint stands for an integer of any length. */
export type JsonValue =
	string | number | boolean | null | bigint | readonly JsonValue[] | JsonObject;

export type JsonObject = { readonly [field: string]: JsonValue | undefined };

const knownTexts = new WeakMap<object, string>();

function isList(value: readonly JsonValue[] | JsonObject): value is readonly JsonValue[] {
	return Array.isArray(value);
}

function membersText(object: JsonObject): string {
	const members: string[] = [];
	for (const [field, value] of Object.entries(object)) {
		if (value !== undefined) members.push(`${JSON.stringify(field)}:${jsonText(value)}`);
	}
	return members.join(',');
}

/** The JSON text of a value, every digit of a bigint kept; undefined members are left out. */
export function jsonText(value: JsonValue): string {
	if (typeof value === 'bigint') return value.toString();
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	if (isList(value)) return `[${value.map(jsonText).join(',')}]`;
	return `{${membersText(value)}}`;
}

/** `jsonText`, remembered for as long as the object lives: for objects that many events share. */
export function sharedJsonText(value: JsonValue): string {
	if (typeof value !== 'object' || value === null) return jsonText(value);
	const known = knownTexts.get(value);
	if (known !== undefined) return known;
	const text = jsonText(value);
	knownTexts.set(value, text);
	return text;
}
