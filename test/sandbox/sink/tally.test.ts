import { parseDelivery } from '../../../sandbox/sink/delivery';
import type { Delivery } from '../../../sandbox/sink/delivery';
import { tallyDeliveries } from '../../../sandbox/sink/tally';

function delivery(executionId: string, ...eventIds: string[]): Delivery {
	return { executionId, eventIds, receivedAtMs: 0 };
}

const CREATED = new Set(['a', 'b', 'c']);
const FLAWLESS = { created: 3, delivered: 3, lost: 0, duplicates: 0, unexpected: 0 };

describe('tallyDeliveries', () => {
	it('finds nothing wrong when each event arrived once', () => {
		const tally = tallyDeliveries(CREATED, [delivery('1', 'a', 'b'), delivery('2', 'c')]);
		expect(tally).toEqual({ ...FLAWLESS, executions: 2 });
	});

	it('counts events that never arrived as lost', () => {
		const tally = tallyDeliveries(CREATED, [delivery('1', 'a')]);
		expect(tally).toMatchObject({ delivered: 1, lost: 2, duplicates: 0 });
	});

	it('counts every further arrival as a duplicate, in one execution or in several', () => {
		const tally = tallyDeliveries(CREATED, [delivery('1', 'a', 'a', 'b'), delivery('2', 'a', 'c')]);
		expect(tally).toMatchObject({ delivered: 3, lost: 0, duplicates: 2 });
	});

	it('does not let events that nobody created stand in for lost ones', () => {
		const tally = tallyDeliveries(CREATED, [delivery('1', 'a', 'b', 'old')]);
		expect(tally).toMatchObject({ delivered: 2, lost: 1, unexpected: 1 });
	});

	it('counts an execution once however many requests it made', () => {
		const tally = tallyDeliveries(CREATED, [delivery('1', 'a'), delivery('1', 'b', 'c')]);
		expect(tally.executions).toBe(1);
	});
});

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
