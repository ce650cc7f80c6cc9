import { endOfString, isSpace, skipSpace } from './jsonText';

/** Integers of fewer digits are always exact. */
const SHORTEST_UNSAFE = 16;

/** Where an integer that must be quoted begins, with its sign, and ends. */
interface Token {
	readonly start: number;
	readonly end: number;
}

const ZERO = 0x30;
const NINE = 0x39;
const MINUS = 0x2d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const CLOSING_BRACE = 0x7d;

function skipSpaceBack(text: string, from: number): number {
	let at = from;
	while (isSpace(text.charCodeAt(at))) at--;
	return at;
}

/** Whether a value may follow this character; NaN stands for the beginning of the text. */
function isBeforeValue(code: number): boolean {
	return code === COLON || code === COMMA || code === OPENING_BRACKET || Number.isNaN(code);
}

/** Whether this character may follow a value; NaN stands for the end of the text. */
function isAfterValue(code: number): boolean {
	return code === COMMA || code === CLOSING_BRACE || code === CLOSING_BRACKET || Number.isNaN(code);
}

/** Whether the quote at `at` is an escaped one, which stands inside a string for certain. */
function isEscapedQuote(text: string, at: number): boolean {
	if (text.charCodeAt(at) !== QUOTE) return false;
	let backslashes = 0;
	while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
	return backslashes % 2 === 1;
}

/** The token around a run of digits, if it reads as an integer that JavaScript can't hold. */
function toUnsafeToken(text: string, digitsStart: number, end: number): Token | undefined {
	if (text.charCodeAt(digitsStart) === ZERO) return undefined;
	const start = text.charCodeAt(digitsStart - 1) === MINUS ? digitsStart - 1 : digitsStart;
	const before = skipSpaceBack(text, start - 1);
	if (!isBeforeValue(text.charCodeAt(before))) return undefined;
	if (!isAfterValue(text.charCodeAt(skipSpace(text, end)))) return undefined;
	// JSON within a string, as log messages have it: `"message": "{\"id\":1234567890123456789}"`.
	if (isEscapedQuote(text, skipSpaceBack(text, before - 1))) return undefined;
	const isShort = end - digitsStart === SHORTEST_UNSAFE;
	return isShort && Number.isSafeInteger(Number(text.slice(start, end)))
		? undefined
		: { start, end };
}

function isDigitAt(text: string, at: number): boolean {
	const code = text.charCodeAt(at);
	return code >= ZERO && code <= NINE;
}

/**
 * Looks at every 16th character, then at one 8 away: a run of 16 digits can't hide between those.
 * All of the text is gone through here, so this loop is what exactness costs where there is none
 * to keep.
 */
function findUnsafeTokens(text: string): Token[] {
	const tokens: Token[] = [];
	const { length } = text;
	for (let at = SHORTEST_UNSAFE - 1; at < length; at += SHORTEST_UNSAFE) {
		const code = text.charCodeAt(at);
		if (code < ZERO || code > NINE) continue;
		if (!isDigitAt(text, at - 8) && !isDigitAt(text, at + 8)) continue;
		let start = at;
		let end = at + 1;
		while (isDigitAt(text, start - 1)) start--;
		while (isDigitAt(text, end)) end++;
		if (end - start < SHORTEST_UNSAFE) continue;
		const token = toUnsafeToken(text, start, end);
		if (token === undefined) continue;
		tokens.push(token);
		while (at + SHORTEST_UNSAFE < token.end) at += SHORTEST_UNSAFE;
	}
	return tokens;
}

function withQuotes(text: string, tokens: readonly Token[]): string {
	let quoted = '';
	let done = 0;
	for (const { start, end } of tokens) {
		quoted += `${text.slice(done, start)}"${text.slice(start, end)}"`;
		done = end;
	}
	return quoted + text.slice(done);
}

function outsideStrings(text: string, tokens: readonly Token[]): Token[] {
	const outside: Token[] = [];
	let at = 0;
	for (const token of tokens) {
		let quote = text.indexOf('"', at);
		while (quote !== -1 && quote < token.start) {
			at = endOfString(text, quote);
			quote = text.indexOf('"', at);
		}
		if (at <= token.start) outside.push(token);
	}
	return outside;
}

/**
 * `JSON.parse`, but an integer that JavaScript can't hold exactly arrives as a string of its
 * digits. Nearly as fast: such integers are quoted in the text, and the rest left to JSON.parse.
 *
 * @throws SyntaxError
 */
export function parseExactJson(text: string): unknown {
	const tokens = findUnsafeTokens(text);
	if (tokens.length === 0) return JSON.parse(text);
	try {
		return JSON.parse(withQuotes(text, tokens));
	} catch {
		// Some of them stand inside strings: a quote put there ends the string right before a
		// digit, which is never JSON, so that no wrong value can have come of it.
		return JSON.parse(withQuotes(text, outsideStrings(text, tokens)));
	}
}
