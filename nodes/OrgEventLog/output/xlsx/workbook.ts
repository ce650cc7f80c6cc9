import type { FileRow } from '../outputWriter';
import { type ReportLine, Table, type SheetColumn, toReportSheet } from './sheets';
import { STYLES_XML, ROOT_RELATIONSHIPS_XML, toWorkbookParts } from './workbookParts';
import { ZipWriter } from './zip';

/** A sheet takes at most so many rows, its header among them. */
export const MAX_SHEET_ROWS = 1_048_576;

/** A sheet ends here, well below the 4 GiB at which ZIP would need another format. */
const MAX_SHEET_BYTES = 2 ** 31;

/** Larger texts than this, packed at once, would be in the way of V8's collector. */
const CHUNK_LENGTH = 64 * 1024;

/**
 * Writes a workbook with one table, which goes on in further sheets where it is long, and a sheet of sentences, which is
 * always the second one. Packed bytes are handed over, so that memory doesn't grow with the table.
 */
export class WorkbookWriter {
	readonly table: Table;
	private readonly zip = new ZipWriter();
	private tables = 0;
	private rows = 0;
	private bytes = 0;

	constructor(
		columns: readonly SheetColumn[],
		private readonly maxRows = MAX_SHEET_ROWS,
	) {
		this.table = new Table(columns);
	}

	begin(): Buffer[] {
		// Programs that look into a file for its kind know this one by such a beginning.
		this.zip.addFile('_rels/.rels', ROOT_RELATIONSHIPS_XML);
		this.zip.addFile('xl/styles.xml', STYLES_XML);
		this.beginSheet();
		return this.zip.takePacked();
	}

	/** @param rows as the table made them */
	write(rows: readonly FileRow[]): Buffer[] {
		let xml = '';
		const writeRows = () => {
			const bytes = Buffer.from(xml);
			this.zip.write(bytes);
			this.bytes += bytes.length;
			xml = '';
		};
		for (const row of rows) {
			if (this.rows >= this.maxRows || this.bytes >= MAX_SHEET_BYTES) {
				writeRows();
				this.endSheet();
				this.beginSheet();
			}
			this.rows += 1;
			xml += this.table.toRowXml(row, this.rows);
			if (xml.length >= CHUNK_LENGTH) writeRows();
		}
		writeRows();
		return this.zip.takePacked();
	}

	end(lines: readonly ReportLine[]): Buffer[] {
		this.endSheet();
		this.zip.addFile(sheetPath(2), toReportSheet(lines));
		const further = Array.from({ length: this.tables - 1 }, (_, at) => `Events ${at + 2}`);
		const parts = toWorkbookParts(['Events', 'About this report', ...further]);
		for (const [path, xml] of parts) this.zip.addFile(path, xml);
		this.zip.end();
		return this.zip.takePacked();
	}

	private beginSheet(): void {
		this.tables += 1;
		this.zip.beginFile(sheetPath(this.tables === 1 ? 1 : this.tables + 1));
		this.zip.write(Buffer.from(this.table.headXml));
		this.rows = 1;
		this.bytes = 0;
	}

	private endSheet(): void {
		this.zip.write(Buffer.from(this.table.toEndXml(this.rows)));
		this.zip.endFile();
	}
}

function sheetPath(tab: number): string {
	return `xl/worksheets/sheet${tab}.xml`;
}
