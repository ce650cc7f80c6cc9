import { strFromU8, unzipSync } from 'fflate';
import readExcelFile from 'read-excel-file/node';

/** A sheet as somebody else's reader has it: an empty cell is null, a time a date. */
export interface ReadSheet {
	readonly name: string;
	readonly rows: ReadonlyArray<readonly unknown[]>;
}

/** The sheets of an XLSX file, in the order of their tabs. */
export async function readWorkbook(file: Buffer): Promise<ReadSheet[]> {
	const sheets = await readExcelFile(file, { trim: false });
	return sheets.map(({ sheet: name, data: rows }) => ({ name, rows }));
}

/** The text of a file within it. */
export function readPart(file: Buffer, path: string): string {
	return strFromU8(unzipSync(file)[path] ?? new Uint8Array());
}
