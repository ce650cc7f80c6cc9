import { idsWithin, yesterdayOf } from '../../../sandbox/run/yesterday';
import { createEventLog, makeEvent } from '../../../sandbox/service';

const HOUR_MS = 3_600_000;

describe('yesterdayOf', () => {
	it('is the calendar day of the timezone, not of UTC', () => {
		// 02:00 UTC on the 10th is still the 9th in New York.
		const { startMs, endMs } = yesterdayOf(Date.UTC(2026, 0, 10, 2), 'America/New_York');
		expect(new Date(startMs).toISOString()).toBe('2026-01-08T05:00:00.000Z');
		expect(new Date(endMs).toISOString()).toBe('2026-01-09T05:00:00.000Z');
	});

	it.each([
		['23 hours when clocks go forward', Date.UTC(2026, 2, 9, 12), 23],
		['25 hours when clocks go back', Date.UTC(2026, 10, 2, 12), 25],
	])('has %s', (_what, nowMs, hours) => {
		const { startMs, endMs } = yesterdayOf(nowMs, 'America/New_York');
		expect((endMs - startMs) / HOUR_MS).toBe(hours);
	});
});

describe('idsWithin', () => {
	it('takes the first instant of the day and leaves the first of the next', () => {
		const log = createEventLog([
			makeEvent({ id: 'before', createdAtMs: 999 }),
			makeEvent({ id: 'first', createdAtMs: 1_000 }),
			makeEvent({ id: 'last', createdAtMs: 1_999 }),
			makeEvent({ id: 'after', createdAtMs: 2_000 }),
		]);
		expect([...idsWithin(log, { startMs: 1_000, endMs: 2_000 })]).toEqual(['first', 'last']);
	});
});
