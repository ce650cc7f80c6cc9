import {
	BACKSLASH,
	CLOSING_BRACE,
	CLOSING_BRACKET,
	COLON,
	COMMA,
	isSpace,
	OPENING_BRACKET,
	QUOTE,
	skipSpace,
} from './jsonBytes';
import { ReusedBuffer } from './reusedBuffer';

/** Where a part of the bytes begins and ends. */
interface Span {
	readonly start: number;
	readonly end: number;
}

/** Integers of fewer digits are always exact. */
const SHORTEST_UNSAFE = 16;

const ZERO = 0x30;
const MINUS = 0x2d;

function skipSpaceBack(json: Buffer, from: number): number {
	let at = from;
	while (isSpace(json[at])) at--;
	return at;
}

/** Whether a value may follow this character; undefined stands for the beginning. */
function isBeforeValue(code: number | undefined): boolean {
	return code === COLON || code === COMMA || code === OPENING_BRACKET || code === undefined;
}

/** Whether this character may follow a value; undefined stands for the end. */
function isAfterValue(code: number | undefined): boolean {
	return code === COMMA || code === CLOSING_BRACE || code === CLOSING_BRACKET || code === undefined;
}

/** Whether the quote at `at` is an escaped one, which stands inside a string for certain. */
function isEscapedQuote(json: Buffer, at: number): boolean {
	if (json[at] !== QUOTE) return false;
	let backslashes = 0;
	while (json[at - 1 - backslashes] === BACKSLASH) backslashes++;
	return backslashes % 2 === 1;
}

function isSafe(json: Buffer, start: number, end: number): boolean {
	return Number.isSafeInteger(Number(json.toString('latin1', start, end)));
}

/** The integer around a run of digits, with its sign, if it is one that JavaScript can't hold. */
function toUnsafeInteger(json: Buffer, digitsStart: number, end: number): Span | undefined {
	if (json[digitsStart] === ZERO) return undefined;
	const start = json[digitsStart - 1] === MINUS ? digitsStart - 1 : digitsStart;
	const before = skipSpaceBack(json, start - 1);
	if (!isBeforeValue(json[before])) return undefined;
	if (!isAfterValue(json[skipSpace(json, end)])) return undefined;
	// JSON within a string, as log messages have it: `"message": "{\"id\":1234567890123456789}"`.
	if (isEscapedQuote(json, skipSpaceBack(json, before - 1))) return undefined;
	const isShort = end - digitsStart === SHORTEST_UNSAFE;
	return isShort && isSafe(json, start, end) ? undefined : { start, end };
}

/** Of all bytes, 0x30 to 0x39 alone differ from 0x30 by no more than 9 in their bits. */
function isDigit(code: number | undefined): boolean {
	return code !== undefined && (code ^ ZERO) <= 9;
}

/**
 * Looks at every 16th byte: every run of 16 digits contains one. Then it looks at the bytes 4 and 8
 * away; such a run has both of them on one side. This loop goes through all of the JSON, so it is what
 * exactness costs if no integer needs quotes.
 */
function findUnsafeIntegers(json: Buffer): Span[] {
	const integers: Span[] = [];
	const { length } = json;
	for (let at = SHORTEST_UNSAFE - 1; at < length; at += SHORTEST_UNSAFE) {
		if (!isDigit(json[at])) continue;
		const goesOnBefore = isDigit(json[at - 4]) && isDigit(json[at - 8]);
		if (!goesOnBefore && !(isDigit(json[at + 4]) && isDigit(json[at + 8]))) continue;
		let start = at;
		let end = at + 1;
		while (isDigit(json[start - 1])) start--;
		while (isDigit(json[end])) end++;
		if (end - start < SHORTEST_UNSAFE) continue;
		const integer = toUnsafeInteger(json, start, end);
		if (integer !== undefined) integers.push(integer);
		while (at + SHORTEST_UNSAFE < end) at += SHORTEST_UNSAFE;
	}
	return integers;
}

/** The JSON with these numbers in quotes. */
function withQuotes(json: Buffer, numbers: readonly Span[], buffer: ReusedBuffer): string {
	if (numbers.length === 0) return json.toString();
	const target = buffer.take(json.length + 2 * numbers.length);
	let done = 0;
	let written = 0;
	const copyTo = (end: number): void => {
		written += json.copy(target, written, done, end);
		done = end;
	};
	for (const { start, end } of numbers) {
		copyTo(start);
		target[written++] = QUOTE;
		copyTo(end);
		target[written++] = QUOTE;
	}
	copyTo(json.length);
	return target.toString('utf8', 0, written);
}

/** A number of which JavaScript may make Infinity, looked for by its end, which is rare; also in a string. */
const MAY_BE_TOO_LARGE = /\d[eE]\+?\d{3,}(?=[\s,}\]]|$)(?<=(?:^|[:,[])\s*-?[\d.]+[eE]\+?\d+)/;

/** Strings, also one that does not end, and numbers, with the colon after one that stands where only a key may. */
const TOKEN =
	/"(?:[^]*?(?<!\\)(?:\\\\)*"|[^]*)|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?:\s*:)?/g;

/** The JSON with quotes around every number that JavaScript can't hold: slower, but it knows what stands inside a string. */
function withTokensQuoted(json: string): string {
	return json.replace(TOKEN, (token) => {
		if (/^"|:$/.test(token)) return token;
		const value = Number(token);
		const isHeld = /[.eE]/.test(token) ? Number.isFinite(value) : Number.isSafeInteger(value);
		return isHeld ? token : `"${token}"`;
	});
}

/**
 * Like `JSON.parse`, for UTF-8 bytes. But an integer that JavaScript can't hold exactly becomes a string
 * of its digits, and so does a number that would become Infinity. It is about as fast, because such
 * numbers are only quoted and `JSON.parse` does the rest. It works on bytes, so that a page becomes one
 * long string in memory and not three.
 *
 * @param buffer where the rewritten JSON may stand meanwhile; one of its own unless given
 * @throws SyntaxError
 */
export function parseExactJson(json: Buffer, buffer = new ReusedBuffer()): unknown {
	const text = withQuotes(json, findUnsafeIntegers(json), buffer);
	try {
		if (!MAY_BE_TOO_LARGE.test(text)) return JSON.parse(text);
	} catch {
		// Some integers may stand inside strings: a quote put there ends the string right before a
		// digit, which is never JSON, so that no wrong value can have come of it.
	}
	return JSON.parse(withTokensQuoted(json.toString()));
}
