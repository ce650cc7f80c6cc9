import type { ColumnValue } from '../../events/event';
import { fitIntoCell, toXmlText } from './cellText';
import { type CellMaker, createTimeCells, createTextCells, lettersOf } from './cells';
import { XML_HEAD, XML_NAMESPACE } from './styles';

export interface SheetColumn {
	readonly header: string;
	/** Times are numbers, as `toSerialTime` gives them; everything else is text, as the service wrote it. */
	readonly isTime: boolean;
	/** Widths are in digits of the normal font. */
	readonly width: number;
}

/** This character stands between the texts of cells, because XML can't contain it. */
const SEPARATOR = '\0';

const BEGIN_SHEET = `${XML_HEAD}<worksheet xmlns="${XML_NAMESPACE}">`;
const FROZEN_HEADER = `<sheetViews><sheetView workbookViewId="0">\
<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>\
<selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>`;

/** A table's header stays in sight, and its columns can be filtered. */
export class Table {
	readonly headXml: string;
	private readonly makers: readonly CellMaker[];

	constructor(private readonly columns: readonly SheetColumn[]) {
		this.makers = columns.map(({ isTime }, index) => {
			return isTime ? createTimeCells(index) : createTextCells(index, 'text');
		});
		const header = columns.map(({ header }, index) => {
			return createTextCells(index, 'header')(1, toXmlText(fitIntoCell(header)));
		});
		const widths = toWidths(columns.map(({ width }) => width));
		this.headXml = `${BEGIN_SHEET}${FROZEN_HEADER}${widths}<sheetData><row r="1">${header.join('')}</row>`;
	}

	/** Makes a row that waits for its place: what is in its cells, as XML has it, and how many of these were cut. */
	toRow(cells: readonly ColumnValue[]): { texts: string; cutCells: number } {
		let cutCells = 0;
		const texts = cells.map((cell) => {
			if (typeof cell !== 'string') return cell ?? '';
			const fitting = fitIntoCell(cell);
			if (fitting !== cell) cutCells += 1;
			return toXmlText(fitting);
		});
		return { texts: texts.join(SEPARATOR), cutCells };
	}

	/** Gives the XML of a row. @param texts of its cells, as `toRow` made them */
	toRowXml(texts: string, row: number): string {
		let xml = `<row r="${row}">`;
		for (const [index, text] of texts.split(SEPARATOR).entries()) {
			if (text !== '') xml += this.makers[index]?.(row, text) ?? '';
		}
		return `${xml}</row>`;
	}

	/** Gives the XML behind the rows. @param rows how many the sheet has, with the header */
	toEndXml(rows: number): string {
		const all = `A1:${lettersOf(this.columns.length - 1)}${rows}`;
		// Spreadsheets warn of digits that are text, which is meant here.
		return `</sheetData><autoFilter ref="${all}"/>\
<ignoredErrors><ignoredError sqref="${all}" numberStoredAsText="1"/></ignoredErrors></worksheet>`;
	}
}

const LABEL_WIDTH = 26;
const WORDS_WIDTH = 100;

export type ReportLine = readonly [label: string, words: string];

export function toReportSheet(lines: readonly ReportLine[]): string {
	const makers = [createTextCells(0, 'label'), createTextCells(1, 'words')];
	const rows = lines.map((line, at) => {
		const cells = makers.map((make, column) =>
			make(at + 1, toXmlText(fitIntoCell(line[column] ?? ''))),
		);
		return `<row r="${at + 1}">${cells.join('')}</row>`;
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
