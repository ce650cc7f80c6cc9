import { endOfString, endOfValue, skipSpace } from './jsonText';

/** Where the value of the top-level key begins; the last one counts, as with JSON.parse. */
function findMember(text: string, key: string): number | undefined {
	let found: number | undefined;
	let at = skipSpace(text, skipSpace(text, 0) + 1);
	while (text[at] === '"') {
		const keyEnd = endOfString(text, at);
		const valueStart = skipSpace(text, skipSpace(text, keyEnd) + 1);
		if (JSON.parse(text.slice(at, keyEnd)) === key) found = valueStart;
		const valueEnd = skipSpace(text, endOfValue(text, valueStart));
		at = skipSpace(text, valueEnd + 1);
	}
	return found;
}

/**
 * The JSON texts of the entries of `data`, each on one line, exactly as the service wrote them.
 * The text must be known to be an object whose `data` is an array.
 */
export function sliceDataEntries(text: string): string[] {
	const entries: string[] = [];
	const start = findMember(text, 'data');
	if (start === undefined) return entries;
	let at = skipSpace(text, start + 1);
	while (at < text.length && text[at] !== ']') {
		const end = endOfValue(text, at);
		// JSON has line breaks between tokens only: inside a string they are escaped.
		entries.push(text.slice(at, end).replace(/[\r\n]+/g, ' '));
		const separator = skipSpace(text, end);
		if (text[separator] !== ',') break;
		at = skipSpace(text, separator + 1);
	}
	return entries;
}
