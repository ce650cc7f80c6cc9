import type { ColumnValue } from '../../events/event';
import type { FileRow } from '../outputWriter';
import { type CellWriter, createCellWriter, fitToCell, columnLettersOf, toXmlText } from './cells';
import { XML_DECLARATION, SPREADSHEET_NAMESPACE } from './workbookParts';

export interface SheetColumn {
	readonly header: string;
	/** Times are numbers, as `toSerialDate` gives them; everything else is text, as the service wrote it. */
	readonly isTime: boolean;
	/** Widths are in digits of the normal font. */
	readonly width: number;
}

/** A row's cells are separated by this character, because XML can't contain it. */
const CELL_SEPARATOR = '\0';

const SHEET_START = `${XML_DECLARATION}<worksheet xmlns="${SPREADSHEET_NAMESPACE}">`;
const FROZEN_HEADER = `<sheetViews><sheetView workbookViewId="0">\
<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>\
<selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>`;

/** A table's header stays in sight, and its columns can be filtered. */
export class Table {
	readonly startXml: string;
	private readonly cellWriters: readonly CellWriter[];

	constructor(private readonly columns: readonly SheetColumn[]) {
		this.cellWriters = columns.map(({ isTime }, index) =>
			createCellWriter(index, isTime ? 'time' : 'text'),
		);
		const headerWriters = columns.map((_, index) => createCellWriter(index, 'header'));
		const headerTexts = columns.map((column) => toXmlText(fitToCell(column.header)));
		const columnsXml = toColumnsXml(columns.map(({ width }) => width));
		this.startXml = `${SHEET_START}${FROZEN_HEADER}${columnsXml}<sheetData>${toRowXml(headerWriters, headerTexts, 1)}`;
	}

	/** Gives the texts of the cells. They become cells of XML only in `toRowXml`, when the row's number is known. */
	toRow(cells: readonly ColumnValue[]): FileRow {
		let cutCellCount = 0;
		const texts = cells.map((cell) => {
			if (typeof cell !== 'string') return cell ?? '';
			const text = fitToCell(cell);
			if (text !== cell) cutCellCount += 1;
			return toXmlText(text);
		});
		return { bytes: Buffer.from(texts.join(CELL_SEPARATOR)), cutCellCount };
	}

	toRowXml({ bytes }: FileRow, row: number): string {
		return toRowXml(this.cellWriters, bytes.toString().split(CELL_SEPARATOR), row);
	}

	/** Gives the XML after the last row. @param rowCount includes the header */
	toEndXml(rowCount: number): string {
		const tableRange = `A1:${columnLettersOf(this.columns.length - 1)}${rowCount}`;
		// Spreadsheets warn of numbers stored as text, which are meant to be text here.
		return `</sheetData><autoFilter ref="${tableRange}"/>\
<ignoredErrors><ignoredError sqref="${tableRange}" numberStoredAsText="1"/></ignoredErrors></worksheet>`;
	}
}

export type AboutLine = readonly [label: string, text: string];
const ABOUT_COLUMNS_XML = toColumnsXml([26, 100]);

export function toAboutSheet(lines: readonly AboutLine[]): string {
	const writers = [createCellWriter(0, 'label'), createCellWriter(1, 'wrappedText')];
	const rows = lines.map((line, index) => {
		const texts = line.map((text) => toXmlText(fitToCell(text)));
		return toRowXml(writers, texts, index + 1);
	});
	return `${SHEET_START}${ABOUT_COLUMNS_XML}<sheetData>${rows.join('')}</sheetData></worksheet>`;
}

function toRowXml(writers: readonly CellWriter[], texts: readonly string[], row: number): string {
	let xml = `<row r="${row}">`;
	for (const [index, text] of texts.entries())
		if (text !== '') xml += writers[index]?.(row, text) ?? '';
	return `${xml}</row>`;
}

function toColumnsXml(widths: readonly number[]): string {
	const columns = widths.map((width, index) => {
		return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
	});
	return `<cols>${columns.join('')}</cols>`;
}
