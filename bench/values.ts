/** What the benchmark and its workers tell each other. */
export type Values = Readonly<Record<string, string | number | boolean>>;

/** Whether something that came from another process is a flat object of values. */
export function isValues(candidate: unknown): candidate is Values {
	if (typeof candidate !== 'object' || candidate === null) return false;
	return Object.values(candidate).every((value) =>
		['string', 'number', 'boolean'].includes(typeof value),
	);
}

/** @throws TypeError where there is no such text */
export function textOf(values: Values, name: string): string {
	const value = values[name];
	if (typeof value === 'string') return value;
	throw new TypeError(`"${name}" is missing or no text`);
}

/** @throws TypeError where there is no such number */
export function numberOf(values: Values, name: string): number {
	const value = values[name];
	if (typeof value === 'number') return value;
	throw new TypeError(`"${name}" is missing or no number`);
}
