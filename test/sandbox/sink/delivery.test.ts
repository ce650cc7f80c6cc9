import { parseDelivery } from '../../../sandbox/sink/delivery';

describe('parseDelivery', () => {
	it('reads what the workflows send', () => {
		const body = { executionId: '7', eventIds: ['a'] };
		expect(parseDelivery(body, 5)).toEqual({ ...body, receivedAtMs: 5 });
	});

	it.each([
		['nothing', undefined],
		['a list', []],
		['no execution', { eventIds: [] }],
		['an empty execution', { executionId: '', eventIds: [] }],
		['no events', { executionId: '7' }],
		['an event without an id', { executionId: '7', eventIds: ['a', null] }],
	])('refuses %s', (_what, body) => {
		expect(() => parseDelivery(body, 0)).toThrow(TypeError);
	});
});
