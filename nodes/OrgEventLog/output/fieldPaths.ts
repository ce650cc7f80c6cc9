import type { EventFields } from '../api/event';
import { isJsonObject } from '../json/jsonValues';

// A dotted path names a value of an event by the names on the way to it. A dot that is part of a
// name has a backslash before it, and so has a backslash, so that no two paths are alike.

/** A name as a part of a path. Every name of every event is asked about, and few hold such a character. */
export function toPathPart(name: string): string {
	const isPlain = !name.includes('.') && !name.includes('\\');
	return isPlain ? name : name.replace(/[\\.]/g, '\\$&');
}

/** The names that a path is made of. */
export function namesOnPath(path: string): readonly string[] {
	const names = [''];
	for (const [character] of path.matchAll(/\\[\\.]|[^]/g)) {
		if (character === '.') names.push('');
		else names[names.length - 1] += character.slice(-1);
	}
	return names;
}

/** What an event has at the end of a path; undefined where it goes nowhere. */
export function valueAt(fields: EventFields, names: readonly string[]): unknown {
	let value: unknown = fields;
	for (const name of names) {
		if (!isJsonObject(value) || !Object.prototype.hasOwnProperty.call(value, name))
			return undefined;
		value = value[name];
	}
	return value;
}
