import { ReusedBuffer } from './reusedBuffer';

// UTF-8 has no ASCII byte inside any other character, and JSON's own characters are ASCII: so bytes can be compared.

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

type ByteRange = Readonly<Record<'start' | 'end', number>>;

/** Integers of fewer digits are always exact. */
const MIN_UNSAFE_DIGITS = 16;

const ZERO = 0x30;
const MINUS = 0x2d;

/** A value stands between two of these; undefined stands for the beginning and the end. */
const BEFORE_VALUE = new Set([COLON, COMMA, OPENING_BRACKET, undefined]);
const AFTER_VALUE = new Set([COMMA, CLOSING_BRACE, CLOSING_BRACKET, undefined]);

/**
 * Parses like `JSON.parse`, but an integer that JavaScript can't hold exactly becomes a string of its digits. Only such
 * integers are quoted, as bytes, and `JSON.parse` does the rest: a page becomes one long string in memory, not three.
 * @param buffer takes the rewritten JSON
 * @throws SyntaxError
 */
export function parseExactJson(json: Buffer, buffer = new ReusedBuffer()): unknown {
	try {
		return JSON.parse(quoteIntegers(json, findUnsafeIntegers(json), buffer));
	} catch {
		// Some integers may stand inside strings. A quote that is put there ends the string right before a digit, which
		// is never JSON, so that no wrong value can have come of it.
		return JSON.parse(quoteUnsafeTokens(json.toString()));
	}
}

/** All of the JSON passes here, so only each 16th byte is looked at: 16 digits contain one, with 8 before or after it. */
function findUnsafeIntegers(json: Buffer): ByteRange[] {
	const integers: ByteRange[] = [];
	const { length } = json;
	for (let at = MIN_UNSAFE_DIGITS - 1; at < length; at += MIN_UNSAFE_DIGITS) {
		if (!isDigit(json[at])) continue;
		const hasDigitsBefore = isDigit(json[at - 4]) && isDigit(json[at - 8]);
		if (!hasDigitsBefore && !(isDigit(json[at + 4]) && isDigit(json[at + 8]))) continue;
		let [start, end] = [at, at + 1];
		while (isDigit(json[start - 1])) start--;
		while (isDigit(json[end])) end++;
		if (end - start < MIN_UNSAFE_DIGITS) continue;
		const integer = findUnsafeInteger(json, start, end);
		if (integer !== undefined) integers.push(integer);
		while (at + MIN_UNSAFE_DIGITS < end) at += MIN_UNSAFE_DIGITS;
	}
	return integers;
}

/** `code ^ 0x30` is 0 to 9 for the ten digits, and greater for every other byte. */
function isDigit(code: number | undefined): boolean {
	return code !== undefined && (code ^ ZERO) <= 9;
}

/** Gives the integer of a run of digits, with its sign; undefined if it is safe, or no integer but a part of a text. */
function findUnsafeInteger(json: Buffer, digitsStart: number, end: number): ByteRange | undefined {
	if (json[digitsStart] === ZERO) return undefined;
	const start = json[digitsStart - 1] === MINUS ? digitsStart - 1 : digitsStart;
	let before = start - 1;
	while (isSpace(json[before])) before--;
	const isValue = BEFORE_VALUE.has(json[before]) && AFTER_VALUE.has(json[skipSpace(json, end)]);
	if (!isValue) return undefined;
	const isSafe = Number.isSafeInteger(Number(json.toString('latin1', start, end)));
	return isSafe ? undefined : { start, end };
}

function quoteIntegers(json: Buffer, integers: readonly ByteRange[], buffer: ReusedBuffer): string {
	if (integers.length === 0) return json.toString();
	const target = buffer.take(json.length + 2 * integers.length);
	let [sourceAt, targetAt] = [0, 0];
	const copyTo = (end: number): void => {
		targetAt += json.copy(target, targetAt, sourceAt, end);
		sourceAt = end;
	};
	for (const { start, end } of integers) {
		copyTo(start);
		target[targetAt++] = QUOTE;
		copyTo(end);
		target[targetAt++] = QUOTE;
	}
	copyTo(json.length);
	return target.toString('utf8', 0, targetAt);
}

/** Matches numbers, and strings, even without an end. A number as a key is matched with its colon, to stay an error. */
const TOKEN =
	/"(?:[^]*?(?<!\\)(?:\\\\)*"|[^]*)|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?:\s*:)?/g;

/** Reading token by token knows what stands inside a string, but takes twice as long. */
function quoteUnsafeTokens(json: string): string {
	return json.replace(TOKEN, (token) => {
		const isInteger = /^-?\d+$/.test(token);
		return isInteger && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token;
	});
}

/** Gives the JSON text of each entry, on one line. The bytes must be an object with a list under the key. */
export function sliceListEntries(json: Buffer, key: string): string[] {
	const entries: string[] = [];
	let at = skipSpace(json, findMemberValue(json, key) + 1);
	while (at < json.length && json[at] !== CLOSING_BRACKET) {
		const end = findEndOfValue(json, at);
		const text = json.toString('utf8', at, end).trim();
		// JSON has line breaks between tokens only: inside a string they are escaped.
		entries.push(text.replace(/[\r\n]+/g, ' '));
		if (json[end] !== COMMA) break;
		at = skipSpace(json, end + 1);
	}
	return entries;
}

/** Gives the position of the value of a top-level key, of the last such key as with JSON.parse. */
function findMemberValue(json: Buffer, key: string): number {
	let foundAt = json.length;
	let at = skipSpace(json, skipSpace(json, 0) + 1);
	while (json[at] === QUOTE) {
		const keyEnd = findEndOfString(json, at);
		const valueAt = skipSpace(json, skipSpace(json, keyEnd) + 1);
		if (JSON.parse(json.toString('utf8', at, keyEnd)) === key) foundAt = valueAt;
		at = skipSpace(json, findEndOfValue(json, valueAt) + 1);
	}
	return foundAt;
}

/** Gives the position of the comma or bracket that ends the value. */
function findEndOfValue(json: Buffer, from: number): number {
	let depth = 0;
	for (let at = from; at < json.length; at++) {
		const code = json[at];
		if (code === QUOTE) at = findEndOfString(json, at) - 1;
		else if (code === OPENING_BRACE || code === OPENING_BRACKET) depth++;
		else if (depth === 0 && code === COMMA) return at;
		else if ((code === CLOSING_BRACE || code === CLOSING_BRACKET) && depth-- === 0) return at;
	}
	return json.length;
}

function findEndOfString(json: Buffer, quoteAt: number): number {
	for (let at = quoteAt + 1; at < json.length; at++) {
		const code = json[at];
		if (code === QUOTE) return at + 1;
		if (code === BACKSLASH) at++;
	}
	return json.length;
}

/** JSON has these four characters between its tokens. */
function isSpace(code: number | undefined): boolean {
	return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** Gives the first position at or after `from` that is no space. */
function skipSpace(bytes: Buffer, from: number): number {
	let at = from;
	while (isSpace(bytes[at])) at++;
	return at;
}
