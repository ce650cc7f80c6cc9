import { fitIntoCell } from './cellText';
import { CellMaker, ROW_NUMBER, lettersOf, toRowXml } from './cells';
import { STYLE, XML_HEAD, XML_NAMESPACE } from './styles';

/** A column of a table. */
export interface TableColumn {
	readonly header: string;
	/** Times are numbers, too: see `toSerialTime`. */
	readonly kind: 'text' | 'number' | 'time';
	/** In digits of the normal font. */
	readonly width: number;
}

/** A number is one only in a column of numbers or times; null is an empty cell. */
export type Cell = string | number | null;

/** A row that waits for its place in the table. */
export interface TableRow {
	readonly xml: string;
	/** How many of its texts were cut. */
	readonly cutCells: number;
}

const BEGIN_SHEET = `${XML_HEAD}<worksheet xmlns="${XML_NAMESPACE}">`;
const FROZEN_HEADER = `<sheetViews><sheetView workbookViewId="0">\
<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>\
<selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>`;

/** Sheets whose header stays in sight, and whose columns can be filtered. */
export class Table {
	/** What comes before the rows of each sheet. */
	readonly begin: string;
	private readonly makers: ReadonlyArray<CellMaker>;

	constructor(private readonly columns: readonly TableColumn[]) {
		this.makers = columns.map(({ kind }, place) => {
			return new CellMaker(place, kind === 'time' ? STYLE.time : STYLE.text);
		});
		const header = columns.map(({ header }, place) =>
			new CellMaker(place, STYLE.header).text(fitIntoCell(header)),
		);
		const widths = toWidths(columns.map(({ width }) => width));
		this.begin = `${BEGIN_SHEET}${FROZEN_HEADER}${widths}<sheetData>${numbered(toRowXml(header.join('')), 1)}`;
	}

	/** @param cells one for each column */
	toRow(cells: readonly Cell[]): TableRow {
		let xml = '';
		let cutCells = 0;
		for (const [place, maker] of this.makers.entries()) {
			const cell = cells[place] ?? '';
			if (typeof cell === 'number' && this.columns[place]?.kind !== 'text') {
				xml += maker.number(cell);
			} else if (cell !== '') {
				const text = String(cell);
				const fitting = fitIntoCell(text);
				if (fitting !== text) cutCells += 1;
				xml += maker.text(fitting);
			}
		}
		return { xml: toRowXml(xml), cutCells };
	}

	/** What comes behind them. @param rows how many the sheet has, with the header */
	end(rows: number): string {
		const all = `A1:${lettersOf(this.columns.length - 1)}${rows}`;
		// Spreadsheets warn of digits that are text, which is meant here.
		return `</sheetData><autoFilter ref="${all}"/>\
<ignoredErrors><ignoredError sqref="${all}" numberStoredAsText="1"/></ignoredErrors></worksheet>`;
	}
}

/** The XML of a row in its place. */
export function numbered(row: string, number: number): string {
	return row.replaceAll(ROW_NUMBER, String(number));
}

const LABEL_WIDTH = 26;
const WORDS_WIDTH = 100;

/** A sheet of sentences, each behind what it is about. */
export function toWordsSheet(
	lines: ReadonlyArray<readonly [label: string, words: string]>,
): string {
	const label = new CellMaker(0, STYLE.label);
	const words = new CellMaker(1, STYLE.words);
	const rows = lines.map((line, at) => {
		const [about, said] = [fitIntoCell(line[0]), fitIntoCell(line[1])];
		return numbered(toRowXml(label.text(about) + words.text(said)), at + 1);
	});
	const widths = toWidths([LABEL_WIDTH, WORDS_WIDTH]);
	return `${BEGIN_SHEET}${widths}<sheetData>${rows.join('')}</sheetData></worksheet>`;
}

function toWidths(widths: readonly number[]): string {
	const columns = widths.map((width, at) => {
		return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`;
	});
	return `<cols>${columns.join('')}</cols>`;
}
