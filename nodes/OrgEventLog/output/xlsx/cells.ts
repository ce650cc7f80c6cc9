import { DAY_MS } from '../../text/times';
import { type StyleName, styleIndexOf } from './workbookParts';

/** A cell takes no more UTF-16 units than this: with more, spreadsheets call the file damaged. */
export const MAX_CELL_LENGTH = 32_767;

export const CUT_MARK = '… (cut)';

/** Cuts a text that is too long for a cell, not within a character. */
export function fitIntoCell(text: string): string {
	if (text.length <= MAX_CELL_LENGTH) return text;
	const kept = text.slice(0, MAX_CELL_LENGTH - CUT_MARK.length);
	return kept.replace(/[\uD800-\uDBFF]$/, '') + CUT_MARK;
}

const ENTITIES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	// A bare carriage return would be read as a line feed.
	'\r': '&#13;',
};

/** XML takes only three of the first 32 characters, and neither U+FFFE nor U+FFFF. */
const INEXPRESSIBLE = /(?![\t\n\r\x7F-\x9F])\p{Cc}|[\uFFFE\uFFFF]/gu;

/** Spreadsheets would read a text like `_x0041_` as one character. */
const LOOKS_NUMBERED = /_(?=x[\dA-Fa-f]{4}_)/g;

const MAY_NEED_ESCAPES = /[&<>_\uFFFE\uFFFF]|(?![\t\n\x7F-\x9F])\p{Cc}/u;

/**
 * Gives a text as XML in which spreadsheets read the same text. What XML can't express is there by its number, as
 * spreadsheets have it: `_x0007_` is a bell, `_x005F_` an underscore. Half of a surrogate pair is no character, and
 * becomes U+FFFD when the XML is made into bytes.
 */
export function toXmlText(text: string): string {
	if (!MAY_NEED_ESCAPES.test(text)) return text;
	return text
		.replace(LOOKS_NUMBERED, toNumbered)
		.replace(INEXPRESSIBLE, toNumbered)
		.replace(/[&<>\r]/g, (sign) => ENTITIES[sign] ?? sign);
}

function toNumbered(character: string): string {
	return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}

/** Spreadsheets count days from 1899-12-30 on. */
const DAYS_BEFORE_1970 = 25_569;

/** A billionth of a day is less than a tenth of a millisecond. */
const PRECISION = 1e-9;

/** Gives a time as spreadsheets have it, in days. @param localMs as `LocalClock` gives it */
export function toSerialTime(localMs: number): number {
	const days = localMs / DAY_MS + DAYS_BEFORE_1970;
	// Rounded down, a time would lose a second in readers that leave out fractions of one.
	return Number((Math.ceil(days / PRECISION) * PRECISION).toFixed(9));
}

/** Gives the letters of a column, from 0 on: A to Z, AA … */
export function lettersOf(index: number): string {
	const last = String.fromCharCode(65 + (index % 26));
	return index < 26 ? last : lettersOf(Math.floor(index / 26) - 1) + last;
}

/** Readers may drop blanks at the ends of a text, and line breaks, unless a cell asks for them. */
const NEEDS_SPACE = /^\s|\s$|[\t\n]/;

/** Makes the XML of one column's cells. */
export type CellMaker = (row: number, xmlText: string) => string;

/** Makes cells of times, or else of text, which is never taken for a number or a formula. */
export function createCells(column: number, style: StyleName): CellMaker {
	const start = `<c r="${lettersOf(column)}`;
	const styled = `" s="${styleIndexOf(style)}"`;
	if (style === 'time') return (row, digits) => `${start}${row}${styled}><v>${digits}</v></c>`;
	return (row, xmlText) => {
		const space = NEEDS_SPACE.test(xmlText) ? ' xml:space="preserve"' : '';
		return `${start}${row}${styled} t="inlineStr"><is><t${space}>${xmlText}</t></is></c>`;
	};
}
