export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPENING_BRACKET = 0x5b;
export const CLOSING_BRACKET = 0x5d;
export const OPENING_BRACE = 0x7b;
export const CLOSING_BRACE = 0x7d;

// JSON's own characters are ASCII, and UTF-8 has no ASCII byte inside any other character: so JSON
// can be gone through byte by byte.

/** Whether this is one of the four characters that JSON has between its tokens. */
export function isSpace(code: number | undefined): boolean {
	return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** The first position at or after `from` that is no space. */
export function skipSpace(bytes: Buffer, from: number): number {
	let at = from;
	while (isSpace(bytes[at])) at++;
	return at;
}

/** The position after the string that begins at `quote`; the end of the bytes if it has no end. */
export function endOfString(bytes: Buffer, quote: number): number {
	for (let at = quote + 1; at < bytes.length; at++) {
		const code = bytes[at];
		if (code === QUOTE) return at + 1;
		if (code === BACKSLASH) at++;
	}
	return bytes.length;
}

function isOpening(code: number | undefined): boolean {
	return code === OPENING_BRACE || code === OPENING_BRACKET;
}

function endOfContainer(bytes: Buffer, from: number): number {
	let depth = 0;
	for (let at = from; at < bytes.length; at++) {
		const code = bytes[at];
		if (code === QUOTE) at = endOfString(bytes, at) - 1;
		else if (isOpening(code)) depth++;
		else if ((code === CLOSING_BRACE || code === CLOSING_BRACKET) && --depth === 0) return at + 1;
	}
	return bytes.length;
}

function endOfScalar(bytes: Buffer, from: number): number {
	let at = from;
	while (at < bytes.length && !isAfterScalar(bytes[at])) at++;
	return at;
}

function isAfterScalar(code: number | undefined): boolean {
	return code === COMMA || code === CLOSING_BRACKET || code === CLOSING_BRACE || isSpace(code);
}

/** The position after the value that begins at `from`, in what is known to be JSON. */
export function endOfValue(bytes: Buffer, from: number): number {
	const code = bytes[from];
	if (code === QUOTE) return endOfString(bytes, from);
	return isOpening(code) ? endOfContainer(bytes, from) : endOfScalar(bytes, from);
}
