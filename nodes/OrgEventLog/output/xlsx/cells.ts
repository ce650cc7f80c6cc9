import { DAY_MS } from '../../text/times';
import { type StyleName, styleIndexOf } from './styles';

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

/** Makes cells whose text is never taken for a number or a formula. */
export function createTextCells(column: number, style: StyleName): CellMaker {
	const start = `<c r="${lettersOf(column)}`;
	const attributes = `" s="${styleIndexOf(style)}" t="inlineStr"><is><t`;
	return (row, xmlText) => {
		const space = NEEDS_SPACE.test(xmlText) ? ' xml:space="preserve"' : '';
		return `${start}${row}${attributes}${space}>${xmlText}</t></is></c>`;
	};
}

export function createTimeCells(column: number): CellMaker {
	const start = `<c r="${lettersOf(column)}`;
	const attributes = `" s="${styleIndexOf('time')}"><v>`;
	return (row, digits) => `${start}${row}${attributes}${digits}</v></c>`;
}
