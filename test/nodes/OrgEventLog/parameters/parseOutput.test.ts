import {
	parseEventShape,
	parseFileSettings,
	parseSummarySettings,
} from '../../../../nodes/OrgEventLog/parameters/parseOutput';
import { parametersOf, refusalOf } from './refusal';

type Given = Readonly<Record<string, unknown>>;
const shapeOf = (given: Given) => parseEventShape(parametersOf(given));
const fileOf = (given: Given) => parseFileSettings(parametersOf(given));
const summaryOf = (given: Given) => parseSummarySettings(parametersOf(given));
const SIMPLIFIED = { kind: 'simplified' };
const RAW = { kind: 'raw' };

describe('what events are made into', () => {
	it.each([
		[true, SIMPLIFIED],
		['true', SIMPLIFIED],
		['', SIMPLIFIED],
		[false, RAW],
		['False', RAW],
	])('reads Simplify %j as it is meant, on where nothing is set', (simplify, shape) => {
		expect(shapeOf({ simplify })).toEqual(shape);
	});

	it('reads a file, a workbook where nothing is chosen', () => {
		const file = { shape: SIMPLIFIED };
		expect(fileOf({})).toEqual({ ...file, format: 'xlsx' });
		expect(fileOf({ fileFormat: 'csv' })).toEqual({ ...file, format: 'csv' });
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
		expect(shapeOf({ columns })).toEqual({ kind: 'columns', columns: names });
	});

	it.each([[[]], [''], [['']]])('takes Columns %j for the simplified ones', (columns) => {
		expect(shapeOf({ columns })).toEqual(SIMPLIFIED);
	});

	it('does not look at Columns where Simplify is off', () => {
		expect(shapeOf({ simplify: false, columns: 7 })).toEqual(RAW);
	});

	it.each([{ id: true }, [['id']]])('refuses Columns %j by name', (columns) => {
		expect(refusalOf(() => shapeOf({ columns })).field).toBe('Columns');
	});

	it.each<[unknown, readonly string[]]>([
		[['userEmail'], ['userEmail']],
		['', []],
		['action, service.name', ['action', 'service.name']],
		[[], []],
	])('reads Group By %j as %j', (groupBy, names) => {
		expect(summaryOf({ groupBy, interval: 'week' })).toEqual({ groupBy: names, interval: 'week' });
	});

	it.each([{}, ['a', 'b', 'c', 'd', 'e']])('refuses Group By %j by name', (groupBy) => {
		expect(refusalOf(() => summaryOf({ groupBy })).field).toBe('Group By');
	});

	it('refuses a Group By of an expression that gives null, and takes one that is stored as null for an empty text', () => {
		const given = parametersOf({ groupBy: null });
		const ofExpression = { ...given, stored: { groupBy: '={{ null }}' } };
		expect(refusalOf(() => parseSummarySettings(ofExpression)).field).toBe('Group By');
		expect(parseSummarySettings(given)).toEqual(summaryOf({ groupBy: '' }));
	});

	it('names the field that is no good', () => {
		expect(refusalOf(() => summaryOf({ interval: 'year' })).field).toBe('Interval');
		expect(refusalOf(() => shapeOf({ simplify: 'no' })).field).toBe('Simplify');
		expect(refusalOf(() => fileOf({ fileFormat: 'ods' })).field).toBe('File Format');
	});
});
