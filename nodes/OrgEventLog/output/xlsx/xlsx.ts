import { createHash } from 'node:crypto';
import type { FileWriter } from '../fileWriter';
import { toNdjsonLine } from '../ndjson';
import { describeReport } from '../reportWords';
import { LOCAL_TIME, type TableColumns } from '../tableColumns';
import type { SheetColumn } from './sheets';
import { WorkbookWriter } from './workbook';

/** Columns are as wide as most of their values need, in digits of the normal font. */
const WIDTHS: Readonly<Record<string, number>> = {
	[LOCAL_TIME]: 32,
	createdAt: 26,
	severity: 11,
	userEmail: 30,
	ipAddress: 18,
	type: 16,
	subType: 16,
	action: 18,
	result: 11,
	message: 90,
	id: 39,
	externalId: 39,
	severityLevel: 14,
};
const OTHER_WIDTH = 24;

export function createXlsx(columns: TableColumns, timezone: string): FileWriter {
	const workbook = new WorkbookWriter(columns.names.map((name) => toSheetColumn(name, timezone)));
	const linesHash = createHash('sha256');
	let allCutCells = 0;
	return {
		format: 'xlsx',
		columns: columns.names,
		mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
		needsText: true,
		toRow(event) {
			const { texts, cutCells } = workbook.table.toRow(columns.cellsOf(event));
			return { bytes: Buffer.from(texts), line: toNdjsonLine(event), cutCells };
		},
		begin: () => workbook.begin(),
		addRows(rows) {
			for (const row of rows) {
				linesHash.update(row.line ?? '');
				allCutCells += row.cutCells ?? 0;
			}
			return workbook.write(rows.map(({ bytes }) => bytes));
		},
		toFacts: () => ({ cutCells: allCutCells, rowsSha256: linesHash.digest('hex') }),
		end: (manifest) => workbook.end(describeReport(manifest)),
	};
}

function toSheetColumn(name: string, timezone: string): SheetColumn {
	const width = WIDTHS[name] ?? OTHER_WIDTH;
	const isTime = name === LOCAL_TIME;
	return { header: isTime ? `${name} (${timezone})` : name, isTime, width };
}
