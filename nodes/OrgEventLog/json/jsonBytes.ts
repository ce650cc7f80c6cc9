// JSON's own characters are ASCII, and UTF-8 has no ASCII byte inside any other character: so JSON
// can be gone through byte by byte.

export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPENING_BRACKET = 0x5b;
export const CLOSING_BRACKET = 0x5d;
export const OPENING_BRACE = 0x7b;
export const CLOSING_BRACE = 0x7d;

/** JSON has these four characters between its tokens. */
export function isSpace(code: number | undefined): boolean {
	return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** Gives the first position at or after `from` that is no space. */
export function skipSpace(bytes: Buffer, from: number): number {
	let at = from;
	while (isSpace(bytes[at])) at++;
	return at;
}
