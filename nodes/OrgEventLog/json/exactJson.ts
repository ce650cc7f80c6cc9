import {
	BACKSLASH,
	CLOSING_BRACE,
	CLOSING_BRACKET,
	COMMA,
	endOfString,
	isSpace,
	OPENING_BRACKET,
	QUOTE,
	skipSpace,
} from './jsonBytes';

/** Integers of fewer digits are always exact. */
const SHORTEST_UNSAFE = 16;

/** Where an integer that must be quoted begins, with its sign, and ends. */
interface Token {
	readonly start: number;
	readonly end: number;
}

const ZERO = 0x30;
const MINUS = 0x2d;
const COLON = 0x3a;

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

/** The token around a run of digits, if it reads as an integer that JavaScript can't hold. */
function toUnsafeToken(json: Buffer, digitsStart: number, end: number): Token | undefined {
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
 * Looks at every 16th byte, which no run of 16 digits can miss, and at those 4 and 8 away, of which
 * such a run has both on one side. All of the JSON is gone through here, so this loop is what
 * exactness costs where there is nothing to keep.
 */
function findUnsafeTokens(json: Buffer): Token[] {
	const tokens: Token[] = [];
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
		const token = toUnsafeToken(json, start, end);
		if (token !== undefined) tokens.push(token);
		while (at + SHORTEST_UNSAFE < end) at += SHORTEST_UNSAFE;
	}
	return tokens;
}

function withQuotes(json: Buffer, tokens: readonly Token[]): Buffer {
	const quoted = Buffer.allocUnsafe(json.length + 2 * tokens.length);
	let done = 0;
	let written = 0;
	for (const { start, end } of tokens) {
		written += json.copy(quoted, written, done, start);
		quoted[written++] = QUOTE;
		written += json.copy(quoted, written, start, end);
		quoted[written++] = QUOTE;
		done = end;
	}
	json.copy(quoted, written, done);
	return quoted;
}

function outsideStrings(json: Buffer, tokens: readonly Token[]): Token[] {
	const outside: Token[] = [];
	let at = 0;
	let quote = json.indexOf(QUOTE);
	for (const token of tokens) {
		while (quote !== -1 && quote < token.start) {
			at = endOfString(json, quote);
			quote = json.indexOf(QUOTE, at);
		}
		if (at <= token.start) outside.push(token);
	}
	return outside;
}

function parse(json: Buffer): unknown {
	return JSON.parse(json.toString());
}

/**
 * `JSON.parse` of UTF-8, but an integer that JavaScript can't hold exactly arrives as a string of
 * its digits. Nearly as fast: such integers are quoted, and the rest is left to JSON.parse. It works
 * on bytes, so that a page becomes one long string in memory and not three.
 *
 * @throws SyntaxError
 */
export function parseExactJson(json: Buffer): unknown {
	const tokens = findUnsafeTokens(json);
	if (tokens.length === 0) return parse(json);
	try {
		return parse(withQuotes(json, tokens));
	} catch {
		// Some of them stand inside strings: a quote put there ends the string right before a
		// digit, which is never JSON, so that no wrong value can have come of it.
		return parse(withQuotes(json, outsideStrings(json, tokens)));
	}
}
