import { COLON, OPENING_BRACE, OPENING_BRACKET } from './jsonBytes';
import type { JsonObject } from './jsonValues';

/**
 * Whether JSON has more lists, objects and names than so many, by what opens or follows them, also in
 * texts. A list takes two bytes of JSON and thirty times as much of memory, and names that are all
 * different take seconds, so a body's length alone is no measure.
 */
export function hasMorePartsThan(json: Buffer, parts: number): boolean {
	if (json.length <= 2 * parts) return false;
	let count = 0;
	for (const sign of [OPENING_BRACE, OPENING_BRACKET, COLON]) {
		for (let at = json.indexOf(sign); at !== -1; at = json.indexOf(sign, at + 1)) {
			if (++count > parts) return true;
		}
	}
	return false;
}

type Container = JsonObject | unknown[];

function isContainer(value: unknown): value is Container {
	return typeof value === 'object' && value !== null;
}

/** Of memory, for each value: its place in its list or object, and what it is itself but for letters. */
const BYTES_PER_VALUE = 48;
const BYTES_PER_CHARACTER = 2;

/**
 * How many bytes of memory a list or an object takes, roughly; Infinity where lists and objects are nested
 * in it deeper than so many levels. Every event of an output is gone through: `Object.values` takes five
 * times as long, and a call for each plain member twice as long, with more garbage than the parser makes.
 */
export function sizeWithin(container: Container, levels: number): number {
	if (levels === 0) return Infinity;
	let size = 0;
	if (Array.isArray(container)) {
		for (const member of container) {
			size += BYTES_PER_VALUE;
			if (typeof member === 'string') size += BYTES_PER_CHARACTER * member.length;
			else if (isContainer(member)) size += sizeWithin(member, levels - 1);
		}
		return size;
	}
	for (const name in container) {
		const member = container[name];
		size += BYTES_PER_VALUE;
		if (typeof member === 'string') size += BYTES_PER_CHARACTER * member.length;
		else if (isContainer(member)) size += sizeWithin(member, levels - 1);
	}
	return size;
}

/** Whether lists and objects are nested in a value deeper than so many levels. */
export function isDeeperThan(value: unknown, levels: number): boolean {
	return isContainer(value) && sizeWithin(value, levels) === Infinity;
}

/** What lies deeper in a JSON value than so many levels is replaced by its JSON text. */
export function withinDepth(value: unknown, levels: number): unknown {
	return isDeeperThan(value, levels) ? cut(value, levels) : value;
}

function cut(value: unknown, levels: number): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (levels === 0) return toJsonText(value);
	if (Array.isArray(value)) return value.map((member: unknown) => cut(member, levels - 1));
	return Object.fromEntries(
		Object.entries(value).map(([name, member]) => [name, cut(member, levels - 1)]),
	);
}

/** Far below the depth at which JSON.stringify runs out of stack, wherever it is called. */
const SAFE_LEVELS = 500;

/** The JSON text of a JSON value, however deeply it is nested. */
export function toJsonText(value: unknown): string {
	return isDeeperThan(value, SAFE_LEVELS) ? writeDeep(value) : (JSON.stringify(value) ?? 'null');
}

type Pending = { readonly text: string } | { readonly value: unknown };

function writeDeep(value: unknown): string {
	const written: string[] = [];
	const pending: Pending[] = [{ value }];
	for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
		if ('text' in next) written.push(next.text);
		else if (isDeeperThan(next.value, 1))
			for (const part of partsBackwards(next.value)) pending.push(part);
		else written.push(JSON.stringify(next.value) ?? 'null');
	}
	return written.join('');
}

/** A list or an object as its brackets, names and values, the last one first. */
function partsBackwards(value: unknown): Pending[] {
	const isList = Array.isArray(value);
	const parts: Pending[] = [{ text: isList ? '[' : '{' }];
	for (const [name, member] of Object.entries(value ?? {})) {
		const separator = parts.length === 1 ? '' : ',';
		parts.push({ text: isList ? separator : `${separator}${JSON.stringify(name)}:` });
		parts.push({ value: member });
	}
	parts.push({ text: isList ? ']' : '}' });
	return parts.reverse();
}
