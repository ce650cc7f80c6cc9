import { readOutput } from '../../../../nodes/OrgEventLog/parameters/parseOutput';
import { parametersOf, refusalOf } from './refusal';

const parse = (given: Readonly<Record<string, unknown>>) => readOutput(parametersOf(given), 'list');
const SIMPLIFIED = { kind: 'simplified' };
const RAW = { kind: 'raw' };

describe('readOutput', () => {
	it.each([
		[true, SIMPLIFIED],
		['true', SIMPLIFIED],
		['', SIMPLIFIED],
		[false, RAW],
		['False', RAW],
	])('reads Simplify %j as it is meant, on where nothing is set', (simplify, shape) => {
		expect(parse({ simplify })).toEqual({ kind: 'items', shape });
	});

	it('reads a file', () => {
		expect(parse({ output: 'file', fileFormat: 'xlsx' })).toEqual({
			kind: 'file',
			format: 'xlsx',
			shape: SIMPLIFIED,
		});
	});

	it.each<[unknown, readonly string[]]>([
		[
			['id', 'service.name'],
			['id', 'service.name'],
		],
		[' id, service.name,', ['id', 'service.name']],
		['id|service.name', ['id', 'service.name']],
		['id\nservice.name', ['id', 'service.name']],
		[
			['id', ' id ', '', null, 'a,b|c'],
			['id', 'a,b|c'],
		],
	])('reads Columns %j as %j', (columns, names) => {
		expect(parse({ columns })).toEqual({
			kind: 'items',
			shape: { kind: 'columns', columns: names },
		});
	});

	it.each([[[]], [''], [['']]])('takes Columns %j for the simplified ones', (columns) => {
		expect(parse({ columns })).toEqual({ kind: 'items', shape: SIMPLIFIED });
	});

	it('does not look at Columns where Simplify is off', () => {
		expect(parse({ simplify: false, columns: 7 })).toEqual({ kind: 'items', shape: RAW });
	});

	it.each([7, [7], { id: true }, [['id']]])('refuses Columns %j by name', (columns) => {
		expect(refusalOf(() => parse({ columns })).field).toBe('Columns');
	});

	it.each<[unknown, readonly string[]]>([
		[['userEmail'], ['userEmail']],
		['', []],
		['action, service.name', ['action', 'service.name']],
		[[], []],
	])('reads Group By %j as %j', (groupBy, names) => {
		expect(parse({ output: 'summary', groupBy, interval: 'week' })).toEqual({
			kind: 'summary',
			groupBy: names,
			interval: 'week',
		});
	});

	it.each([7, ['a', 'b', 'c', 'd', 'e'], ['type', 'count'], ['interval']])(
		'refuses Group By %j by name',
		(groupBy) => {
			expect(refusalOf(() => parse({ output: 'summary', groupBy })).field).toBe('Group By');
		},
	);

	it('refuses a Group By of an expression that gives null, and takes one that is stored as null for an empty text', () => {
		const given = parametersOf({ output: 'summary', groupBy: null });
		const ofExpression = { ...given, stored: { groupBy: '={{ null }}' } };
		expect(refusalOf(() => readOutput(ofExpression, 'list')).field).toBe('Group By');
		expect(readOutput(given, 'list')).toEqual(parse({ output: 'summary', groupBy: '' }));
	});

	it('names the field that is no good', () => {
		expect(refusalOf(() => parse({ output: 'summary', interval: 'year' })).field).toBe('Interval');
		expect(refusalOf(() => parse({ output: 'paper' })).field).toBe('Output');
		expect(refusalOf(() => parse({ simplify: 'no' })).field).toBe('Simplify');
		expect(refusalOf(() => parse({ output: 'file', fileFormat: 'ods' })).field).toBe('File Format');
	});
});
