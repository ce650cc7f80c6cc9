/** JSON as the service writes it: a bigint stands for an integer of any length. */
export type JsonValue =
	string | number | boolean | null | bigint | readonly JsonValue[] | JsonObject;

export type JsonObject = { readonly [field: string]: JsonValue | undefined };

/** Many events share a device, a user or a policy. */
const knownTexts = new WeakMap<object, string>();

function isList(value: readonly JsonValue[] | JsonObject): value is readonly JsonValue[] {
	return Array.isArray(value);
}

function textOfList(value: readonly JsonValue[]): string {
	return `[${value.map(jsonText).join(',')}]`;
}

/** The JSON text of an object, which is not kept as that of its members is. */
export function textOfObject(value: JsonObject): string {
	const members: string[] = [];
	for (const [field, member] of Object.entries(value)) {
		if (member !== undefined) members.push(`${JSON.stringify(field)}:${jsonText(member)}`);
	}
	return `{${members.join(',')}}`;
}

/** The JSON text of a value, every digit of a bigint kept; undefined members are left out. */
export function jsonText(value: JsonValue): string {
	if (typeof value === 'bigint') return value.toString();
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	const text = knownTexts.get(value) ?? (isList(value) ? textOfList(value) : textOfObject(value));
	knownTexts.set(value, text);
	return text;
}
