/** All that can be reached from a value, as text, also what JSON leaves out. */
export function everythingIn(value: unknown, seen = new Set<unknown>()): string {
	if (typeof value !== 'object' || value === null) return String(value);
	if (seen.has(value)) return '';
	seen.add(value);
	return Object.getOwnPropertyNames(value)
		.map((name) => `${name}=${everythingIn(Reflect.get(value, name), seen)}`)
		.join('\n');
}
