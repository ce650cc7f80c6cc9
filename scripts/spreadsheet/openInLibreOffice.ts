import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A cell as LibreOffice shows it. */
export interface ShownCell {
	readonly shown: string;
	/** False for a number, a date or a formula. */
	readonly isText: boolean;
}

/**
 * Commas, quotation marks around each text and nothing else, UTF-8, cells as they are shown, formulas as formulas,
 * every sheet in a file of its own.
 */
const CSV = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,false,true,true,false,-1';

/** The rows of each sheet of a workbook, by the sheet's name. @throws Error where LibreOffice can't open it */
export function openInLibreOffice(workbook: Buffer): ReadonlyMap<string, ShownCell[][]> {
	const folder = mkdtempSync(join(tmpdir(), 'libreoffice-'));
	try {
		writeFileSync(join(folder, 'report.xlsx'), workbook);
		const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
		execFileSync(
			'soffice',
			[profile, '--headless', '--convert-to', CSV, '--outdir', folder, join(folder, 'report.xlsx')],
			{ stdio: ['ignore', 'ignore', 'inherit'] },
		);
		const sheets = readdirSync(folder).filter((name) => name.endsWith('.csv'));
		return new Map(
			sheets.map((name) => [
				name.replace(/^report-(.*)\.csv$/, '$1'),
				parseCells(readFileSync(join(folder, name), 'utf8')),
			]),
		);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** A text in quotation marks, with each of its own doubled, or anything else; then what separates it. */
const CELL = /(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/y;

function parseCells(csv: string): ShownCell[][] {
	const rows: ShownCell[][] = [];
	let row: ShownCell[] = [];
	CELL.lastIndex = 0;
	while (CELL.lastIndex < csv.length) {
		const [, text, other = '', end] = CELL.exec(csv) ?? [];
		if (end === undefined) throw new Error(`LibreOffice wrote a cell without an end`);
		row.push(
			text === undefined
				? { shown: other, isText: false }
				: { shown: text.replaceAll('""', '"'), isText: true },
		);
		if (end === ',') continue;
		rows.push(row);
		row = [];
	}
	return rows;
}
