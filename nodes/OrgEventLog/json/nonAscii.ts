import { BACKSLASH } from './jsonBytes';

/** Where a part of the bytes begins and ends. */
export interface Span {
	readonly start: number;
	readonly end: number;
}

const FIRST_NON_ASCII = 0x80;
/** Of four bytes at once, the bits that none of them has in ASCII. */
const NON_ASCII_BITS = 0x80808080;
const WORD = 4;
/** With more of them than one in so many bytes, escaping takes longer than it saves. */
const BYTES_PER_NON_ASCII = 256;
/** `\uFFFD` for a byte that is no character. */
const LONGEST_ESCAPE_OF_BYTE = 6;

/** Finds bytes that are no ASCII, four at a time: pages are a megabyte long and have few of them. */
class NonAsciiSearch {
	private readonly words: Int32Array;
	/** Where the first word begins: in memory a word stands at a multiple of its length only. */
	private readonly start: number;
	private readonly end: number;

	constructor(private readonly bytes: Buffer) {
		this.start = Math.min(bytes.length, (WORD - (bytes.byteOffset % WORD)) % WORD);
		const count = Math.floor((bytes.length - this.start) / WORD);
		this.words = new Int32Array(bytes.buffer, bytes.byteOffset + this.start, count);
		this.end = this.start + count * WORD;
	}

	/** The first position at or after `from`; the end of the bytes if there is none. */
	next(from: number): number {
		let at = from;
		while (at < this.bytes.length) {
			if (at >= this.start && (at - this.start) % WORD === 0) at = this.skipWords(at);
			if (!isAscii(this.bytes[at])) return at;
			at++;
		}
		return this.bytes.length;
	}

	private skipWords(from: number): number {
		if (from >= this.end) return from;
		const { words, start } = this;
		const { length } = words;
		let word = (from - start) / WORD;
		// All of the JSON is gone through here.
		while (word < length && ((words[word] ?? 0) & NON_ASCII_BITS) === 0) word++;
		return start + word * WORD;
	}
}

function isAscii(byte: number | undefined): boolean {
	return byte !== undefined && byte < FIRST_NON_ASCII;
}

/**
 * The parts of UTF-8 JSON that are no ASCII and can be escaped, in their order; undefined where
 * escaping is not worth it or would make JSON of what is none.
 */
export function findSpansToEscape(json: Buffer): readonly Span[] | undefined {
	const spans: Span[] = [];
	const search = new NonAsciiSearch(json);
	const { length } = json;
	let found = 0;
	for (let start = search.next(0); start < length; start = search.next(start)) {
		// What JSON refuses, a backslash before such a character, would become an escaped backslash.
		if (json[start - 1] === BACKSLASH) return undefined;
		let end = start + 1;
		while (end < length && !isAscii(json[end])) end++;
		found += end - start;
		if (found * BYTES_PER_NON_ASCII > length) return undefined;
		spans.push({ start, end });
		start = end;
	}
	return spans;
}

/** How long the escapes of a part can be. */
export function longestEscape({ start, end }: Span): number {
	return (end - start) * LONGEST_ESCAPE_OF_BYTE;
}

/** The characters of a part as JSON escapes them: `é` as `\u00e9`. */
export function escapeSpan(json: Buffer, { start, end }: Span): string {
	let escapes = '';
	const text = json.toString('utf8', start, end);
	for (let at = 0; at < text.length; at++) {
		escapes += `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`;
	}
	return escapes;
}
