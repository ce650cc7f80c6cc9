import type { ColumnValue } from '../../events/event';
import type { FileRow } from '../outputWriter';
import { type CellMaker, createCells, fitIntoCell, lettersOf, toXmlText } from './cells';
import { XML_HEAD, XML_NAMESPACE } from './workbookParts';

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
		this.makers = columns.map(({ isTime }, at) => createCells(at, isTime ? 'time' : 'text'));
		const makers = columns.map((_, at) => createCells(at, 'header'));
		const header = columns.map((column) => toXmlText(fitIntoCell(column.header)));
		const widths = toWidths(columns.map(({ width }) => width));
		this.headXml = `${BEGIN_SHEET}${FROZEN_HEADER}${widths}<sheetData>${toRowXml(makers, header, 1)}`;
	}

	/** Makes a row that waits for its place: what is in its cells, as XML has it. */
	toRow(cells: readonly ColumnValue[]): FileRow {
		let cutCells = 0;
		const texts = cells.map((cell) => {
			if (typeof cell !== 'string') return cell ?? '';
			const fitting = fitIntoCell(cell);
			if (fitting !== cell) cutCells += 1;
			return toXmlText(fitting);
		});
		return { bytes: Buffer.from(texts.join(SEPARATOR)), cutCells };
	}

	toRowXml({ bytes }: FileRow, row: number): string {
		return toRowXml(this.makers, bytes.toString().split(SEPARATOR), row);
	}

	/** Gives the XML behind the rows. @param rows how many the sheet has, with the header */
	toEndXml(rows: number): string {
		const all = `A1:${lettersOf(this.columns.length - 1)}${rows}`;
		// Spreadsheets warn of digits that are text, which is meant here.
		return `</sheetData><autoFilter ref="${all}"/>\
<ignoredErrors><ignoredError sqref="${all}" numberStoredAsText="1"/></ignoredErrors></worksheet>`;
	}
}

export type ReportLine = readonly [label: string, words: string];
const REPORT_WIDTHS = toWidths([26, 100]);

export function toReportSheet(lines: readonly ReportLine[]): string {
	const makers = [createCells(0, 'label'), createCells(1, 'words')];
	const rows = lines.map((line, at) => {
		const texts = line.map((text) => toXmlText(fitIntoCell(text)));
		return toRowXml(makers, texts, at + 1);
	});
	return `${BEGIN_SHEET}${REPORT_WIDTHS}<sheetData>${rows.join('')}</sheetData></worksheet>`;
}

function toRowXml(makers: readonly CellMaker[], xmlTexts: readonly string[], row: number): string {
	let xml = `<row r="${row}">`;
	for (const [index, text] of xmlTexts.entries()) {
		if (text !== '') xml += makers[index]?.(row, text) ?? '';
	}
	return `${xml}</row>`;
}

function toWidths(widths: readonly number[]): string {
	const columns = widths.map((width, at) => {
		return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`;
	});
	return `<cols>${columns.join('')}</cols>`;
}
