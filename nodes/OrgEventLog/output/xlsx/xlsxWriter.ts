import type { FileWriter } from '../outputWriter';
import { describeReport } from '../describeReport';
import { LOCAL_TIME, type TableColumns } from '../tableColumns';
import type { SheetColumn } from './sheets';
import { WorkbookWriter } from './workbook';

/** Columns are as wide as most of their values need, in digits of the normal font. */
const COLUMN_WIDTHS: Readonly<Record<string, number>> = {
	[LOCAL_TIME]: 32,
	message: 90,
	id: 39,
	externalId: 39,
};
const DEFAULT_WIDTH = 24;

export function createXlsxWriter(columns: TableColumns, timezone: string): FileWriter {
	const workbook = new WorkbookWriter(columns.names.map((name) => toSheetColumn(name, timezone)));
	return {
		format: 'xlsx',
		columns: columns.names,
		mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
		toRow: (event) => workbook.table.toRow(columns.cellsOf(event)),
		begin: () => workbook.begin(),
		addRows: (rows) => workbook.addRows(rows),
		end: (manifest) => workbook.end(describeReport(manifest)),
	};
}

function toSheetColumn(name: string, timezone: string): SheetColumn {
	const width = COLUMN_WIDTHS[name] ?? DEFAULT_WIDTH;
	const isTime = name === LOCAL_TIME;
	return { header: isTime ? `${name} (${timezone})` : name, isTime, width };
}
