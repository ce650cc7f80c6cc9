import { FILTERS } from '../../../../nodes/OrgEventLog/selection/filters';
import { parseFilters } from '../../../../nodes/OrgEventLog/parameters/parseSelection';
import { parametersOf, refusalOf } from './refusal';

type Collection = Record<string, unknown>;

/** Stored as it is, unless expressions give it. */
const parse = (collection: Collection, stored: unknown = collection) =>
	parseFilters(
		{ ...parametersOf({ filters: collection }), stored: { filters: stored } },
		'filters',
	);

const refusal = (collection: Collection, stored?: unknown) =>
	refusalOf(() => parse(collection, stored));

const picked = (value: unknown, mode = 'list') => ({
	__rl: true,
	mode,
	value,
	cachedResultName: 'x · 1',
});

const MANY = [
	'type',
	'userEmail',
	'serialNumber',
	'workloadContainerId',
	'serviceName',
	'serviceAccountName',
] as const;
const ONE = ['subType', 'action', 'deviceId', 'eventId', 'externalId'] as const;

describe('parseFilters', () => {
	it('reads what was picked from a list as what was typed, in workflows of any age', () => {
		for (const type of ['A|B', ['A', 'B'], picked('A|B'), picked(['A', 'B'])])
			expect(parse({ type })).toMatchObject({ type: ['A', 'B'] });
		expect(parse({ severity: picked('WARN') })).toEqual({ severity: 'WARN' });
		expect(refusal({ action: picked('a|b') })).toMatchObject({ field: 'Action' });
	});

	it.each(['userEmail', 'serialNumber', 'ipAddress'] as const)(
		'takes commas, semicolons and blanks between values of %s, but for one that was chosen',
		(name) => {
			expect(parse({ [name]: ' a, b;c\nd|e ,' })).toEqual({ [name]: ['a', 'b', 'c', 'd', 'e'] });
			expect(parse({ [name]: picked('a b, c') })).toEqual({ [name]: ['a b, c'] });
			expect(parse({ [name]: picked('a,b', 'value') })).toEqual({ [name]: ['a', 'b'] });
		},
	);

	it('takes a comma for a part of any other value', () => {
		expect(parse({ serviceName: 'CRM, Europe|a;b' })).toEqual({
			serviceName: ['CRM, Europe', 'a;b'],
		});
	});

	it.each<[string, unknown, string[]]>([
		['pipes, with or without spaces around them', 'a| b |c', ['a', 'b', 'c']],
		['empty places between pipes', '|a||b|', ['a', 'b']],
		['a list', ['a', ' b '], ['a', 'b']],
		['a list with blanks in it', ['', 'a', null, undefined], ['a']],
		['a number', 4711, ['4711']],
		['letters of any script, and URL characters', 'ü & =+%?|漢字', ['ü & =+%?', '漢字']],
	])('takes %s for several values', (_what, value, expected) => {
		expect(parse({ type: value })).toEqual({ type: expected });
	});

	it.each(MANY)('refuses a pipe within one value of a list of %s', (name) => {
		expect(refusal({ [name]: ['a', 'b|c'] }).field).toBe(FILTERS[name].label);
		expect(refusal({ [name]: ['a', 'b|c'] }).message).toContain(`'${FILTERS[name].label}'`);
	});

	it.each(ONE)('refuses a pipe and a list in %s, which takes one value', (name) => {
		expect(refusal({ [name]: 'a|b' }).message).toContain(`'${FILTERS[name].label}'`);
		expect(refusal({ [name]: ['a'] }).message).toContain(`'${FILTERS[name].label}' must be text`);
	});

	it.each([
		['a list without a value', []],
		['nothing but pipes', ' | |'],
		['an object', { email: 'a' }],
		['a list of lists', [['a']]],
		['a number that JavaScript has rounded', 2 ** 60],
	])('refuses %s rather than let every event pass', (_what, value) => {
		expect(refusal({ userEmail: value }).field).toBe('User Email');
	});

	it.each(['loud', 3, ['WARN'], 'WARN|ERROR'])('refuses %j for a severity', (severity) => {
		expect(refusal({ severity }).message).toBe(
			"'Minimum Severity' must be one of the values on its list",
		);
	});

	it.each([
		['1714564800123456100', '1714564800123456100'],
		['1714564800123456100', '1714564800123456101'],
		['1714564800123456101', '1714564800123456100'],
	])('refuses times that leave nothing between %s and %s', (startTime, endTime) => {
		expect(refusal({ startTime, endTime }).field).toBe('Earlier Than (Nanoseconds)');
	});

	it('takes times with a single nanosecond between them', () => {
		expect(parse({ startTime: '1714564800123456100', endTime: '1714564800123456102' })).toEqual({
			startTime: 1714564800123456100n,
			endTime: 1714564800123456102n,
		});
	});

	it('ignores names that are no filters', () => {
		expect(parse({ nonsense: 1 })).toEqual({});
	});
});
