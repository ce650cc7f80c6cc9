import { parseOutput } from '../../../../nodes/OrgEventLog/parameters/parseOutput';
import { refusalOf } from './refusal';

const parse = (changes: Partial<Parameters<typeof parseOutput>[0]>) =>
	parseOutput({ output: 'items', fileFormat: 'csv', simplify: true, options: {}, ...changes });

describe('parseOutput', () => {
	it.each([
		[true, true],
		['true', true],
		['', true],
		[null, true],
		[false, false],
		['False', false],
	])('reads Simplify %j as %s, on where nothing is set', (simplify, simplified) => {
		expect(parse({ simplify })).toEqual({ kind: 'items', simplified });
	});

	it('reads a file and its mark', () => {
		const options = { byteOrderMark: true };

		expect(parse({ output: 'file', fileFormat: 'ndjson', options })).toEqual({
			kind: 'file',
			format: 'ndjson',
			simplified: true,
			withByteOrderMark: true,
		});
	});

	it('names the field that is no good', () => {
		expect(refusalOf(() => parse({ output: 'paper' })).field).toBe('Output');
		expect(refusalOf(() => parse({ simplify: 'no' })).field).toBe('Simplify');
		const options = { byteOrderMark: 1 };
		expect(refusalOf(() => parse({ output: 'file', options })).field).toBe(
			'Mark as UTF-8 for Excel',
		);
		expect(refusalOf(() => parse({ output: 'file', fileFormat: 'xlsx' })).field).toBe(
			'File Format',
		);
	});
});
