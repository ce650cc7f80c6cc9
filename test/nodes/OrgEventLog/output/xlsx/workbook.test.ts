import type { ColumnValue } from '../../../../../nodes/OrgEventLog/events/event';
import {
	CUT_MARK,
	MAX_CELL_LENGTH,
	toSerialDate,
} from '../../../../../nodes/OrgEventLog/output/xlsx/cells';
import type { SheetColumn } from '../../../../../nodes/OrgEventLog/output/xlsx/sheets';
import { WorkbookWriter } from '../../../../../nodes/OrgEventLog/output/xlsx/workbook';
import { readPart, readWorkbook } from '../../../../support/readWorkbook';

const TEXT: SheetColumn = { header: 'text', isTime: false, width: 20 };
const TIME: SheetColumn = { header: 'time', isTime: true, width: 20 };

interface Written {
	readonly file: Buffer;
	readonly cutCells: number;
}

function write(
	columns: readonly SheetColumn[],
	rows: readonly ColumnValue[][],
	maxRows?: number,
): Written {
	const workbook = new WorkbookWriter(columns, maxRows);
	const made = rows.map((cells) => workbook.table.toRow(cells));
	const file = Buffer.concat([
		...workbook.begin(),
		...workbook.addRows(made),
		...workbook.end([['Whose', 'Acme & Sons']]),
	]);
	return {
		file,
		cutCells: made.reduce((sum, { cutCellCount: cutCells = 0 }) => sum + cutCells, 0),
	};
}

/** What a reader finds under the header. */
async function readColumn(file: Buffer): Promise<unknown[]> {
	const [table] = await readWorkbook(file);
	return table?.rows.slice(1).map(([cell]) => cell) ?? [];
}

it.each([
	"=cmd|' /C calc'!A0",
	'+1',
	'-1',
	'@SUM(A1)',
	'00012345',
	'3E5',
	'1/2',
	'TRUE',
	'12345678901234567890',
	"'in apostrophes'",
	'"quoted", <marked> & ]]>',
	'two\nlines\r\nand\tmore\r',
	'  blanks around  ',
	'😀 漢 ü \u2028 \u00a0',
	'\0 \u0007 \u001f \u007f \u0085 \ufffe',
	'_x0007_ _x005F_ _x000g_',
])('%j is that text', async (text) => {
	const { file } = write([TEXT], [[text], ['next']]);

	expect(await readColumn(file)).toEqual([text, 'next']);
});

it('half of a surrogate pair is shown as what can be no character', async () => {
	expect(await readColumn(write([TEXT], [['a\ud83db']]).file)).toEqual(['a\ufffdb']);
});

it('a text that no cell takes is cut between two characters, marked and counted', async () => {
	const fitting = 'x'.repeat(MAX_CELL_LENGTH);
	const kept = MAX_CELL_LENGTH - CUT_MARK.length;
	const rows = [[fitting], ['x'.repeat(40_000)], [`x${'😀'.repeat(20_000)}`]];

	const { file, cutCells } = write([TEXT], rows);

	expect(cutCells).toBe(2);
	expect(await readColumn(file)).toEqual([
		fitting,
		`${'x'.repeat(kept)}… (cut)`,
		`x${'😀'.repeat((kept - 2) / 2)}… (cut)`,
	]);
});

it('times are dates, and a number is text', async () => {
	const localMs = Date.UTC(2026, 9, 3, 14, 5, 9);
	const rows = Array.from({ length: 100 }, (_, at) => [toSerialDate(localMs + at * 1_000), at]);

	const [table] = await readWorkbook(write([TIME, TEXT], rows).file);

	expect(table?.rows.slice(1)).toEqual(
		rows.map((_, at) => [new Date(localMs + at * 1_000), String(at)]),
	);
});

it('the rows that a sheet has no place for are in the next ones, behind the sheet of sentences', async () => {
	const rows = ['1', '2', '3', '4', '5', '6'].map((cell) => [cell]);

	const { file } = write([TEXT], rows, 3);

	expect(await readWorkbook(file)).toEqual([
		{ name: 'Events', rows: [['text'], ['1'], ['2']] },
		{ name: 'About this report', rows: [['Whose', 'Acme & Sons']] },
		{ name: 'Events 2', rows: [['text'], ['3'], ['4']] },
		{ name: 'Events 3', rows: [['text'], ['5'], ['6']] },
	]);
});

it('the header stays in sight, and has buttons to filter by', () => {
	const columns = Array.from({ length: 28 }, () => TEXT);
	const sheet = readPart(write(columns, [['a'], ['b']]).file, 'xl/worksheets/sheet1.xml');

	expect(sheet).toContain(
		'<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
	);
	expect(sheet).toContain('<autoFilter ref="A1:AB3"/>');
});

it('an event has nothing to say where a row stands', () => {
	const sheet = readPart(write([TEXT], [['<row r="9">'], ['\0']]).file, 'xl/worksheets/sheet1.xml');

	expect(sheet).toContain('<row r="2"><c r="A2" s="1" t="inlineStr"><is><t>&lt;row r="9"&gt;</t>');
	expect(sheet).toContain('<row r="3"><c r="A3" s="1" t="inlineStr"><is><t>_x0000_</t>');
});
