import { toFilterQuery } from '../../../../nodes/OrgEventLog/events/filters';
import { FILTER_NAMES, FILTERS } from '../../../../nodes/OrgEventLog/events/filters';

it('joins several values, writes every digit of an integer, and sends no list of none', () => {
	const bounds = { startTime: 0n, endTime: 9_007_199_254_740_993n };
	const filters = { type: ['a', 'c'], userEmail: ['a@b.c'], serialNumber: [], ...bounds };
	const query = { start_time: '0', end_time: '9007199254740993' };
	expect(toFilterQuery(filters)).toEqual({ type: 'a|c', user_email: 'a@b.c', ...query });
});

it.each(FILTER_NAMES)(
	'sends %s under a parameter of its own, or not at all where n8n applies it',
	(name) => {
		const value = { one: 'x', several: ['x'], minimumSeverity: 'WARN', nanoseconds: 5n };
		const filter = FILTERS[name];
		const query = toFilterQuery({ [name]: value[filter.takes] });
		if (!('parameter' in filter)) {
			expect(query).toEqual({});
			return;
		}
		const { parameter, takes } = filter;
		expect(query).toEqual({ [parameter]: value[takes].toString() });
		const parameters = FILTER_NAMES.map((other) =>
			toFilterQuery({ [other]: value[FILTERS[other].takes] }),
		);
		expect(parameters.filter((other) => parameter in other)).toHaveLength(1);
	},
);
