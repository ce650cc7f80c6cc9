import {
	BACKSLASH,
	CLOSING_BRACE,
	CLOSING_BRACKET,
	COMMA,
	OPENING_BRACE,
	OPENING_BRACKET,
	QUOTE,
	skipSpace,
} from './jsonBytes';

function endOfString(json: Buffer, quote: number): number {
	for (let at = quote + 1; at < json.length; at++) {
		const code = json[at];
		if (code === QUOTE) return at + 1;
		if (code === BACKSLASH) at++;
	}
	return json.length;
}

/** Gives the position of the comma or bracket that ends the value. */
function endOfValue(json: Buffer, from: number): number {
	let depth = 0;
	for (let at = from; at < json.length; at++) {
		const code = json[at];
		if (code === QUOTE) at = endOfString(json, at) - 1;
		else if (code === OPENING_BRACE || code === OPENING_BRACKET) depth++;
		else if (depth === 0 && code === COMMA) return at;
		else if ((code === CLOSING_BRACE || code === CLOSING_BRACKET) && depth-- === 0) return at;
	}
	return json.length;
}

/** Gives the position of the value of a top-level key; the last one counts, as with JSON.parse. */
function findMember(json: Buffer, key: string): number {
	let member = json.length;
	let at = skipSpace(json, skipSpace(json, 0) + 1);
	while (json[at] === QUOTE) {
		const keyEnd = endOfString(json, at);
		const value = skipSpace(json, skipSpace(json, keyEnd) + 1);
		if (JSON.parse(json.toString('utf8', at, keyEnd)) === key) member = value;
		at = skipSpace(json, endOfValue(json, value) + 1);
	}
	return member;
}

/**
 * Gives the JSON texts of the entries in the list under a key, each on one line, exactly as they were written. The
 * caller must know that the bytes are an object with a list under that key.
 */
export function sliceListEntries(json: Buffer, key: string): string[] {
	const entries: string[] = [];
	let at = skipSpace(json, findMember(json, key) + 1);
	while (at < json.length && json[at] !== CLOSING_BRACKET) {
		const end = endOfValue(json, at);
		const text = json.toString('utf8', at, end).trim();
		// JSON has line breaks between tokens only: inside a string they are escaped.
		entries.push(text.replace(/[\r\n]+/g, ' '));
		if (json[end] !== COMMA) break;
		at = skipSpace(json, end + 1);
	}
	return entries;
}
