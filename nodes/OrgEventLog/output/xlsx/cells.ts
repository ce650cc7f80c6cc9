import { DAY_MS } from '../../text/times';

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

export class CellMaker {
	private readonly start: string;
	private readonly styleAttribute: string;

	constructor(column: number, styleIndex: number) {
		this.start = `<c r="${lettersOf(column)}`;
		this.styleAttribute = `" s="${styleIndex}"`;
	}

	/** Makes a cell whose text is never taken for a number or a formula. */
	text(row: number, xmlText: string): string {
		const space = NEEDS_SPACE.test(xmlText) ? ' xml:space="preserve"' : '';
		return `${this.start}${row}${this.styleAttribute} t="inlineStr"><is><t${space}>${xmlText}</t></is></c>`;
	}

	number(row: number, digits: string): string {
		return `${this.start}${row}${this.styleAttribute}><v>${digits}</v></c>`;
	}
}
