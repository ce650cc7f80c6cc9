import { DAY_MS } from '../../text/times';
import { type StyleName, styleIndexOf } from './workbookParts';

/** A cell takes no more UTF-16 units than this: with more, spreadsheets call the file damaged. */
export const MAX_CELL_LENGTH = 32_767;

export const CUT_MARK = '… (cut)';

/** Cuts a text that is too long for a cell, but never within a character. */
export function fitToCell(text: string): string {
	if (text.length <= MAX_CELL_LENGTH) return text;
	const beginning = text.slice(0, MAX_CELL_LENGTH - CUT_MARK.length);
	return beginning.replace(/[\uD800-\uDBFF]$/, '') + CUT_MARK;
}

const XML_ENTITIES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	// XML reads a bare carriage return as a line feed.
	'\r': '&#13;',
};

/** XML allows only three of the first 32 characters, and neither U+FFFE nor U+FFFF. */
const INVALID_IN_XML = /(?![\t\n\r\x7F-\x9F])\p{Cc}|[\uFFFE\uFFFF]/gu;

/** Spreadsheets would read a text like `_x0041_` as one character. */
const ESCAPE_LIKE_UNDERSCORE = /_(?=x[\dA-Fa-f]{4}_)/g;

const MAY_NEED_ESCAPES = /[&<>_\uFFFE\uFFFF]|(?![\t\n\x7F-\x9F])\p{Cc}/u;

/**
 * Gives XML in which spreadsheets read the same text. A character that XML can't contain is escaped by its number, as
 * Office Open XML does: `_x0007_` is a bell, `_x005F_` an underscore. Half of a surrogate pair is no character, and
 * becomes U+FFFD when the XML is made into bytes.
 */
export function toXmlText(text: string): string {
	if (!MAY_NEED_ESCAPES.test(text)) return text;
	return text
		.replace(ESCAPE_LIKE_UNDERSCORE, escapeCharacter)
		.replace(INVALID_IN_XML, escapeCharacter)
		.replace(/[&<>\r]/g, (character) => XML_ENTITIES[character] ?? character);
}

function escapeCharacter(character: string): string {
	return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}

/** Spreadsheets count days from 1899-12-30 on. */
const DAYS_BEFORE_1970 = 25_569;

/** A billionth of a day is less than a tenth of a millisecond. */
const PRECISION_DAYS = 1e-9;

/** Gives a time in days, as spreadsheets store it. @param localMs as `LocalClock` gives it */
export function toSerialDate(localMs: number): number {
	const days = localMs / DAY_MS + DAYS_BEFORE_1970;
	// Some readers drop fractions of a second, and would show a time that is rounded down a second early.
	return Number((Math.ceil(days / PRECISION_DAYS) * PRECISION_DAYS).toFixed(9));
}

/** Column 0 is A, column 25 is Z, column 26 is AA. */
export function columnLettersOf(index: number): string {
	const lastLetter = String.fromCharCode(65 + (index % 26));
	return index < 26 ? lastLetter : columnLettersOf(Math.floor(index / 26) - 1) + lastLetter;
}

/** Readers may drop blanks at the ends of a text, and line breaks, unless an attribute keeps them. */
const NEEDS_SPACE_ATTRIBUTE = /^\s|\s$|[\t\n]/;

/** Gives the XML of a cell in one column. */
export type CellWriter = (row: number, xmlText: string) => string;

/** A cell is a time, or else text, which spreadsheets never take for a number or a formula. */
export function createCellWriter(columnIndex: number, style: StyleName): CellWriter {
	const letters = columnLettersOf(columnIndex);
	const attributes = `s="${styleIndexOf(style)}"`;
	if (style === 'time')
		return (row, digits) => `<c r="${letters}${row}" ${attributes}><v>${digits}</v></c>`;
	return (row, xmlText) => {
		const spaceAttribute = NEEDS_SPACE_ATTRIBUTE.test(xmlText) ? ' xml:space="preserve"' : '';
		return `<c r="${letters}${row}" ${attributes} t="inlineStr"><is><t${spaceAttribute}>${xmlText}</t></is></c>`;
	};
}
