/** JSON as a service writes it, with integers of any size. */
export type Json =
	null | boolean | number | bigint | string | readonly Json[] | { readonly [name: string]: Json };
export type Fields = { readonly [name: string]: Json };

/** Ways to write an event that mean the same. */
export type TextStyle = 'compact' | 'spaced' | 'lines' | 'escaped';

/** An event as the service holds it. */
export interface ServedEvent {
	/** Two events may share it, if they also share their time. */
	readonly id: string;
	readonly createdAtMs: number;
	/** Reads show it from then on. */
	readonly visibleAtMs: number;
	/** As List shows it; Feed calls its message `messages`, has a `group_id`, and no nanoseconds. */
	readonly fields: Fields;
	/** Filters of the service look for these three, which no documented field shows. */
	readonly workload: string | null;
	readonly serviceName: string | null;
	readonly serviceAccount: string | null;
	readonly style: TextStyle;
	/** A malformed record says this instead of its time; the service goes by the time all the same. */
	readonly saysForTime?: Json;
}

/** Text and plain values as text; nothing for an object. */
export function textOf(value: unknown): string {
	if (typeof value === 'string') return value;
	const isPlain = ['number', 'boolean', 'bigint'].includes(typeof value);
	return isPlain ? JSON.stringify(value) : '';
}

/** The time in the unit of `created_at_ns`. */
export function nanosecondsOf(createdAtMs: number): bigint {
	return BigInt(createdAtMs) * 1_000_000n;
}

/** The value at the end of a path; undefined where it leads nowhere. */
export function at(fields: Json | undefined, ...names: readonly string[]): Json | undefined {
	let value: Json | undefined = fields;
	for (const name of names) {
		if (!isFields(value) || !Object.hasOwn(value, name)) return undefined;
		value = value[name];
	}
	return value;
}

export function isFields(value: Json | undefined): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The JSON text of an event. */
export function writeFields(fields: Fields, style: TextStyle): string {
	// Integers that JavaScript can't hold stand as digits, as in any service's JSON.
	const text = JSON.stringify(
		fields,
		(_name, value: unknown) => (typeof value === 'bigint' ? `\u0001${value}\u0001` : value),
		style === 'lines' ? 2 : undefined,
	).replace(/"\\u0001(-?\d+)\\u0001"/g, '$1');
	if (style === 'spaced') return text.replace(/^\{/, '{ ').replace(/\}$/, '\t}');
	if (style === 'lines') return text.replaceAll('\n', '\r\n');
	if (style !== 'escaped') return text;
	return text.replace(
		/[^\x20-\x7e]/g,
		(letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
}
