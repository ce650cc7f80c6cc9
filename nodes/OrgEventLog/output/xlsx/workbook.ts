import type { FileRow } from '../outputWriter';
import { type AboutLine, Table, type SheetColumn, toAboutSheet } from './sheets';
import { STYLES_XML, ROOT_RELATIONSHIPS_XML, toWorkbookParts } from './workbookParts';
import { ZipWriter } from './zip';

/** Spreadsheets read no more rows of a sheet than this, its header among them. */
export const MAX_SHEET_ROWS = 1_048_576;

/** A sheet ends here, well below the 4 GiB at which ZIP would need another format. */
const MAX_SHEET_BYTES = 2 ** 31;

/** Larger texts, compressed at once, would keep V8's garbage collector from its work. */
const CHUNK_LENGTH = 64 * 1024;

/**
 * Writes a workbook with one table, which continues in further sheets if it is long, and with a report in sentences,
 * which is always the second sheet. Each call gives what was compressed, so that memory doesn't grow with the table.
 */
export class WorkbookWriter {
	readonly table: Table;
	private readonly zip = new ZipWriter();
	private tableSheetCount = 0;
	private rowCount = 0;
	private byteCount = 0;

	constructor(
		columns: readonly SheetColumn[],
		private readonly maxRows = MAX_SHEET_ROWS,
	) {
		this.table = new Table(columns);
	}

	begin(): Buffer[] {
		// Programs that detect a file's type by its content look for this part at the beginning.
		this.zip.addFile('_rels/.rels', ROOT_RELATIONSHIPS_XML);
		this.zip.addFile('xl/styles.xml', STYLES_XML);
		this.beginSheet();
		return this.zip.takeChunks();
	}

	/** @param rows from `table.toRow` */
	addRows(rows: readonly FileRow[]): Buffer[] {
		let xml = '';
		const flush = () => {
			const bytes = Buffer.from(xml);
			this.zip.write(bytes);
			this.byteCount += bytes.length;
			xml = '';
		};
		for (const row of rows) {
			if (this.rowCount >= this.maxRows || this.byteCount >= MAX_SHEET_BYTES) {
				flush();
				this.endSheet();
				this.beginSheet();
			}
			this.rowCount += 1;
			xml += this.table.toRowXml(row, this.rowCount);
			if (xml.length >= CHUNK_LENGTH) flush();
		}
		flush();
		return this.zip.takeChunks();
	}

	end(lines: readonly AboutLine[]): Buffer[] {
		this.endSheet();
		this.zip.addFile(sheetPathOf(2), toAboutSheet(lines));
		const furtherTables = { length: this.tableSheetCount - 1 };
		const furtherNames = Array.from(furtherTables, (_, index) => `Events ${index + 2}`);
		const parts = toWorkbookParts(['Events', 'About this report', ...furtherNames]);
		for (const [path, xml] of parts) this.zip.addFile(path, xml);
		this.zip.end();
		return this.zip.takeChunks();
	}

	private beginSheet(): void {
		this.tableSheetCount += 1;
		this.zip.beginFile(sheetPathOf(this.tableSheetCount === 1 ? 1 : this.tableSheetCount + 1));
		this.zip.write(Buffer.from(this.table.startXml));
		this.rowCount = 1;
		this.byteCount = 0;
	}

	private endSheet(): void {
		this.zip.write(Buffer.from(this.table.toEndXml(this.rowCount)));
		this.zip.endFile();
	}
}

function sheetPathOf(sheetNumber: number): string {
	return `xl/worksheets/sheet${sheetNumber}.xml`;
}
