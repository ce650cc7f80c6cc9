import type { ColumnValue } from '../events/event';
import type { FileWriter } from './outputWriter';
import type { TableColumns } from './tableColumns';

/** NDJSON has events as the service wrote them, so that integers keep every digit. */
export const NDJSON_WRITER: FileWriter = {
	format: 'ndjson',
	columns: null,
	mimeType: 'application/x-ndjson',
	needsJsonLines: true,
	toRow: ({ jsonLine, fields }) => ({
		bytes: Buffer.from(`${jsonLine ?? JSON.stringify(fields)}\n`),
	}),
};

/** Spreadsheets know by this mark that a file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

export function createCsvWriter(columns: TableColumns): FileWriter {
	return {
		format: 'csv',
		columns: columns.names,
		mimeType: 'text/csv',
		toRow: (event) => ({ bytes: Buffer.from(toCsvRecord(columns.cellsOf(event))) }),
		begin: () => [Buffer.from(BYTE_ORDER_MARK + toCsvRecord(columns.names))],
	};
}

/** Spreadsheets take a text for a formula if it begins with one of these, of which four are full-width characters. */
const FORMULA_START = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;
/** Some spreadsheets take semicolons and tabs for separators, too: only quotes keep such a cell together. */
const NEEDS_QUOTES = /[",;\t\r\n]/;

/** Gives one record as RFC 4180 has it. Text that a spreadsheet would run as a formula begins with an apostrophe. */
export function toCsvRecord(cells: readonly ColumnValue[]): string {
	return `${cells.map(toCsvCell).join(',')}\r\n`;
}

function toCsvCell(cell: ColumnValue): string {
	if (cell === null) return '';
	if (typeof cell !== 'string') return String(cell);
	const safeText = FORMULA_START.test(cell) && !PLAIN_NUMBER.test(cell) ? `'${cell}` : cell;
	return NEEDS_QUOTES.test(safeText) ? `"${safeText.replaceAll('"', '""')}"` : safeText;
}
