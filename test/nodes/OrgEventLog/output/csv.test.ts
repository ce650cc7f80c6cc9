import { toCsvRecord } from '../../../../nodes/OrgEventLog/output/csv';

describe('toCsvRecord', () => {
	it('ends with CRLF and leaves empty what is null or undefined', () => {
		expect(toCsvRecord(['a', null, 1.5, undefined, false, ''])).toBe('a,,1.5,,false,\r\n');
	});

	it.each([
		['a comma', 'a,b', '"a,b"'],
		['quotes', 'say "hi"', '"say ""hi"""'],
		['a line feed', 'a\nb', '"a\nb"'],
		['a carriage return', 'a\rb', '"a\rb"'],
		['blanks around it, as they are', ' a ', ' a '],
		['letters of any script', 'ü漢', 'ü漢'],
	])('writes %s as RFC 4180 has it', (_what, cell, written) => {
		expect(toCsvRecord([cell])).toBe(`${written}\r\n`);
	});

	it.each([
		'=1+1',
		'+49 30 1',
		'-2+3',
		'@SUM(A1)',
		'\t=1',
		'=HYPERLINK',
		'＝1',
		'－x',
		'-',
		'-1-1',
	])('makes %j harmless for spreadsheets', (cell) => {
		expect(toCsvRecord([cell])).toBe(`'${cell}\r\n`);
	});

	it.each(['=1,"a"', '\r=1', '\n=1'])('quotes %j besides', (cell) => {
		expect(toCsvRecord([cell])).toBe(`"'${cell.replaceAll('"', '""')}"\r\n`);
	});

	it.each([-5, '-9223372036854775808', '-1.5', '1714564800123456789', '5-6', 'a=b'])(
		'leaves %j as it is',
		(cell) => {
			expect(toCsvRecord([cell])).toBe(`${cell}\r\n`);
		},
	);
});
