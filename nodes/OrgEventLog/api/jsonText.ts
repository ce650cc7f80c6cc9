const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x7b, 0x5b]);

/** Whether this is one of the four characters that JSON has between its tokens. */
export function isSpace(code: number): boolean {
	return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** The first position at or after `from` that is no space. */
export function skipSpace(text: string, from: number): number {
	let at = from;
	while (isSpace(text.charCodeAt(at))) at++;
	return at;
}

/** The position after the string that begins at `quote`; the end of the text if it has no end. */
export function endOfString(text: string, quote: number): number {
	for (let at = quote + 1; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === QUOTE) return at + 1;
		if (code === BACKSLASH) at++;
	}
	return text.length;
}

function endOfContainer(text: string, from: number): number {
	let depth = 0;
	for (let at = from; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === QUOTE) at = endOfString(text, at) - 1;
		else if (code === 0x7b || code === 0x5b) depth++;
		else if ((code === 0x7d || code === 0x5d) && --depth === 0) return at + 1;
	}
	return text.length;
}

function endOfScalar(text: string, from: number): number {
	let at = from;
	while (at < text.length && !',]}'.includes(text.charAt(at)) && !isSpace(text.charCodeAt(at)))
		at++;
	return at;
}

/** The position after the value that begins at `from`, in text that is known to be JSON. */
export function endOfValue(text: string, from: number): number {
	const code = text.charCodeAt(from);
	if (code === QUOTE) return endOfString(text, from);
	return OPENING.has(code) ? endOfContainer(text, from) : endOfScalar(text, from);
}
