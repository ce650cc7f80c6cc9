/** As much of JSON Schema as the previews use. */
export interface Schema {
	readonly type?: string | readonly string[];
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly items?: Schema;
}

function typeOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	return Number.isInteger(value) ? 'integer' : typeof value;
}

/** Paths of what is not as the schema says. A whole value lacks nothing of it, either. */
export function disagreements(
	value: unknown,
	{ type = [], properties, items = {} }: Schema,
	isWhole: boolean,
	path = '',
): string[] {
	if (![type].flat().includes(typeOf(value))) return [`${path}: ${typeOf(value)}`];
	if (Array.isArray(value)) {
		// Reasons are there only where something is malformed.
		if (isWhole && value.length === 0 && items.type !== 'string') return [`${path}: nothing in it`];
		return value.flatMap((one, index) => disagreements(one, items, isWhole, `${path}[${index}]`));
	}
	if (typeof value !== 'object' || value === null || properties === undefined) return [];
	const names = Object.keys(value);
	if (isWhole && String(names) !== String(Object.keys(properties)))
		return [`${path}: ${String(names)}`];
	return Object.entries(value).flatMap(([name, member]) =>
		disagreements(member, properties[name] ?? {}, isWhole, `${path}.${name}`),
	);
}
