import { parseTimeRange } from '../../../../nodes/OrgEventLog/parameters/parseTimeRange';
import { parametersOf, refusalOf } from './refusal';

type Given = Readonly<Record<string, unknown>>;

const NOW_MS = Date.UTC(2024, 4, 1, 12);
const parse = (given: Given) => parseTimeRange(parametersOf(given, 'America/New_York'), NOW_MS);

describe('parseTimeRange', () => {
	it('leaves both ends open for all time', () => {
		expect(parse({ timeRange: 'all', after: '2024-01-01', lastAmount: 1 })).toEqual({});
	});

	it('reads the last so many units, the amount also as text', () => {
		const expected = { startMs: NOW_MS - 2 * 3_600_000, endMs: NOW_MS };

		expect(parse({ timeRange: 'last', lastAmount: 2, lastUnit: 'hours' })).toEqual(expected);
		expect(parse({ timeRange: 'last', lastAmount: ' 2 ', lastUnit: 'hours' })).toEqual(expected);
	});

	it('reads a period in the timezone it is given', () => {
		expect(parse({ timeRange: 'period', period: 'lastMonth' })).toEqual({
			startMs: Date.UTC(2024, 3, 1, 4),
			endMs: Date.UTC(2024, 4, 1, 4),
		});
	});

	it('reads a custom range with either bound or both', () => {
		const startMs = Date.UTC(2024, 0, 1, 5);
		const endMs = Date.UTC(2024, 1, 1, 5);

		expect(parse({ timeRange: 'custom', after: '2024-01-01' })).toEqual({ startMs });
		expect(parse({ timeRange: 'custom', before: '2024-02-01' })).toEqual({ endMs });
		expect(
			parse({ timeRange: 'custom', after: '2024-01-01T05:00Z', before: endMs, period: 'today' }),
		).toEqual({ startMs, endMs });
	});

	it.each<[string, Given, string]>([
		['a kind that does not exist', { timeRange: 'ever' }, 'Time Range'],
		['no kind', { timeRange: undefined }, 'Time Range'],
		['a unit of months', { timeRange: 'last', lastAmount: 1, lastUnit: 'months' }, 'Unit'],
		['a period that does not exist', { timeRange: 'period', period: 'nextMonth' }, 'Period'],
		['a name from Object', { timeRange: 'period', period: 'constructor' }, 'Period'],
		['an empty range', { timeRange: 'custom', after: NOW_MS, before: NOW_MS }, 'To'],
		['a reversed range', { timeRange: 'custom', after: '2024-02', before: '2024-01' }, 'To'],
	])('refuses %s by the name of the field', (_what, parameters, field) => {
		const refusal = refusalOf(() => parse(parameters));

		expect(refusal.field).toBe(field);
		expect(refusal.advice).not.toBe('');
	});
});
