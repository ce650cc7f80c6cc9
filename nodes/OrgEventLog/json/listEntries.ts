import { CLOSING_BRACKET, COMMA, QUOTE, endOfString, endOfValue, skipSpace } from './jsonBytes';

/** Where the value of the top-level key begins; the last one counts, as with JSON.parse. */
function findMember(json: Buffer, key: string): number | undefined {
	let found: number | undefined;
	let at = skipSpace(json, skipSpace(json, 0) + 1);
	while (json[at] === QUOTE) {
		const keyEnd = endOfString(json, at);
		const valueStart = skipSpace(json, skipSpace(json, keyEnd) + 1);
		if (JSON.parse(json.toString('utf8', at, keyEnd)) === key) found = valueStart;
		const valueEnd = skipSpace(json, endOfValue(json, valueStart));
		at = skipSpace(json, valueEnd + 1);
	}
	return found;
}

/**
 * The JSON texts of the entries in the list under a key, each on one line, exactly as they were written.
 * The caller must know that the bytes are an object with a list under that key.
 */
export function sliceListEntries(json: Buffer, key: string): string[] {
	const entries: string[] = [];
	const start = findMember(json, key);
	if (start === undefined) return entries;
	let at = skipSpace(json, start + 1);
	while (at < json.length && json[at] !== CLOSING_BRACKET) {
		const end = endOfValue(json, at);
		// JSON has line breaks between tokens only: inside a string they are escaped.
		entries.push(json.toString('utf8', at, end).replace(/[\r\n]+/g, ' '));
		const separator = skipSpace(json, end);
		if (json[separator] !== COMMA) break;
		at = skipSpace(json, separator + 1);
	}
	return entries;
}
