import { toFilterQuery } from '../../../../nodes/OrgEventLog/selection/filters';

it('joins several values, writes every digit of an integer, and sends no list of none', () => {
	const bounds = { startTime: 0n, endTime: 9_007_199_254_740_993n };
	const filters = { type: ['a', 'c'], userEmail: ['a@b.c'], serialNumber: [], ...bounds };
	const query = { start_time: '0', end_time: '9007199254740993' };
	expect(toFilterQuery(filters)).toEqual({ type: 'a|c', user_email: 'a@b.c', ...query });
});

it('sends nothing of a filter that n8n applies', () => {
	expect(toFilterQuery({ messageContains: 'x', ipAddress: ['x'], deviceName: ['x'] })).toEqual({});
});
