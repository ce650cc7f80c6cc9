import { toFilterQuery } from '../../../../nodes/OrgEventLog/events/filterQuery';
import { FILTER_NAMES, FILTERS } from '../../../../nodes/OrgEventLog/events/filters';

it('joins several values, writes every digit of an integer, and sends no list of none', () => {
	const bounds = { startTime: 0n, endTime: 9_007_199_254_740_993n };
	const filters = { type: ['a', 'c'], userEmail: ['a@b.c'], serialNumber: [], ...bounds };
	const query = { start_time: '0', end_time: '9007199254740993' };
	expect(toFilterQuery(filters)).toEqual({ type: 'a|c', user_email: 'a@b.c', ...query });
});

it.each(FILTER_NAMES)('sends %s under a parameter of its own', (name) => {
	const value = { one: 'x', several: ['x'], minimumSeverity: 'WARN', nanoseconds: 5n };
	const { parameter, takes } = FILTERS[name];
	expect(toFilterQuery({ [name]: value[takes] })).toEqual({ [parameter]: value[takes].toString() });
	expect(FILTER_NAMES.filter((other) => FILTERS[other].parameter === parameter)).toEqual([name]);
});
