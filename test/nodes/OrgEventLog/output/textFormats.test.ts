import fc from 'fast-check';
import { toCsvRecord } from '../../../../nodes/OrgEventLog/output/textFormats';

describe('toCsvRecord', () => {
	it('ends with CRLF and leaves empty what is null', () => {
		expect(toCsvRecord(['a', null, 1.5, null, false, ''])).toBe('a,,1.5,,false,\r\n');
	});

	it.each(['=1+1', '+49 30 1', '-2+3', '@SUM(A1)', '=HYPERLINK', '＝1', '－x', '-', '-1-1'])(
		'makes %j harmless for spreadsheets',
		(cell) => {
			expect(toCsvRecord([cell])).toBe(`'${cell}\r\n`);
		},
	);

	it.each(['\t=1', '=1;2', '=1,"a"', '\r=1', '\n=1'])('quotes %j besides', (cell) => {
		expect(toCsvRecord([cell])).toBe(`"'${cell.replaceAll('"', '""')}"\r\n`);
	});

	it.each([-5, '-9223372036854775808', '-1.5', '1714564800123456789', '5-6', 'a=b'])(
		'leaves %j as it is',
		(cell) => {
			expect(toCsvRecord([cell])).toBe(`${cell}\r\n`);
		},
	);
});

/** The cells of a record, by a reader that knows quotes at the start of a cell. */
function readCells(record: string, separators: string): string[] {
	const cells: string[] = [];
	const text = record.slice(0, -2);
	for (let at = 0; at <= text.length; at++) {
		let cell = '';
		if (text[at] === '"') {
			for (at++; at < text.length && (text[at] !== '"' || text[at + 1] === '"'); at++) {
				cell += text[at] ?? '';
				if (text[at] === '"') at++;
			}
			at++;
		}
		for (; at < text.length && !separators.includes(text.charAt(at)); at++) cell += text.charAt(at);
		cells.push(cell);
	}
	return cells;
}

it.each([[','], [',;'], [',;\t']])('separated by %j no text begins a formula', (separators) => {
	const text = fc.string({ unit: fc.constantFrom(...'=+-@,;"\t\r\n\'a1') });
	fc.assert(
		fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (cells) => {
			const read = readCells(toCsvRecord(cells), separators);
			expect(read.map((cell) => cell.replace(/^'/, ''))).toEqual(
				cells.map((cell) => cell.replace(/^'/, '')),
			);
			for (const cell of read) expect(cell).not.toMatch(/^[=+@\t\r\n]|^-(?!\d+(\.\d+)?$)/);
		}),
		{ seed: 20261122, numRuns: 500 },
	);
});
