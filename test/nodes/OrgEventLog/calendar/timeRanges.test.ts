import fc from 'fast-check';
import { DateTime } from 'luxon';
import {
	toCalendarUnit,
	toRelativeRange,
	toCalendarPeriod,
} from '../../../../nodes/OrgEventLog/calendar/timeRanges';
import type { Choice } from '../../../../nodes/OrgEventLog/parameters/choiceFields';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** With midnight gaps, repeated midnights, half-hour changes, a skipped day, and no changes. */
const ZONES = [
	'UTC',
	'America/New_York',
	'America/Sao_Paulo',
	'America/Havana',
	'America/St_Johns',
	'America/Asuncion',
	'Atlantic/Azores',
	'Asia/Beirut',
	'Asia/Tehran',
	'Asia/Kolkata',
	'Africa/Cairo',
	'Australia/Lord_Howe',
	'Europe/Berlin',
	'Pacific/Apia',
	'Pacific/Kiritimati',
];
const NEIGHBOURS: ReadonlyArray<readonly [Choice<'period'>, Choice<'period'>]> = [
	['yesterday', 'today'],
	['lastWeek', 'thisWeek'],
	['lastMonth', 'thisMonth'],
	['lastQuarter', 'thisQuarter'],
	['lastYear', 'thisYear'],
];

const anyZone = fc.constantFrom(...ZONES);
const anyInstant = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2040, 0, 1) });

function at(iso: string, zone: string): number {
	return DateTime.fromISO(iso, { zone }).toMillis();
}

function dateOf(ms: number, zone: string): string {
	return DateTime.fromMillis(ms, { zone }).toISODate() ?? '';
}

describe('toCalendarPeriod', () => {
	it.each<[Choice<'period'>, string, string]>([
		['today', '2024-02-29', '2024-03-01'],
		['yesterday', '2024-02-28', '2024-02-29'],
		['thisWeek', '2024-02-26', '2024-03-04'],
		['lastWeek', '2024-02-19', '2024-02-26'],
		['thisMonth', '2024-02-01', '2024-03-01'],
		['lastMonth', '2024-01-01', '2024-02-01'],
		['thisQuarter', '2024-01-01', '2024-04-01'],
		['lastQuarter', '2023-10-01', '2024-01-01'],
		['thisYear', '2024-01-01', '2025-01-01'],
		['lastYear', '2023-01-01', '2024-01-01'],
	])('%s, on the leap day in Berlin, is %s to %s', (period, start, end) => {
		const zone = 'Europe/Berlin';
		expect(toCalendarPeriod(period, at('2024-02-29T13:00', zone), zone)).toEqual({
			startMs: at(start, zone),
			endMs: at(end, zone),
		});
	});

	it('starts a week on Monday, also when today is Sunday or the year turns', () => {
		const sunday = toCalendarPeriod('thisWeek', at('2024-12-29T23:59:59', 'UTC'), 'UTC');
		const newYear = toCalendarPeriod('thisWeek', at('2025-01-01T00:00', 'UTC'), 'UTC');

		expect(sunday.startMs).toBe(at('2024-12-23', 'UTC'));
		expect(newYear).toEqual({ startMs: at('2024-12-30', 'UTC'), endMs: at('2025-01-06', 'UTC') });
	});

	it.each([
		['23 hours', '2024-03-31', 'Europe/Berlin', 23 * HOUR_MS],
		['25 hours', '2024-10-27', 'Europe/Berlin', 25 * HOUR_MS],
		['23.5 hours', '2024-10-06', 'Australia/Lord_Howe', 23.5 * HOUR_MS],
		['23 hours, without a midnight', '2018-11-04', 'America/Sao_Paulo', 23 * HOUR_MS],
		['23 hours, without a midnight', '2023-03-26', 'Asia/Beirut', 23 * HOUR_MS],
		['25 hours, with two midnights', '2023-11-05', 'America/Havana', 25 * HOUR_MS],
	])('gives a day of %s its real length: %s in %s', (_what, date, zone, lengthMs) => {
		const { startMs, endMs } = toCalendarPeriod('today', at(`${date}T15:00`, zone), zone);

		expect(endMs - startMs).toBe(lengthMs);
		expect([dateOf(startMs - 1, zone) < date, dateOf(startMs, zone)]).toEqual([true, date]);
	});

	it('takes the day before for yesterday where the calendar left a day out', () => {
		const zone = 'Pacific/Apia';
		const now = at('2011-12-31T12:00', zone);

		const yesterday = toCalendarPeriod('yesterday', now, zone);

		expect(dateOf(yesterday.startMs, zone)).toBe('2011-12-29');
		expect(yesterday.endMs - yesterday.startMs).toBe(DAY_MS);
	});

	it('lets neighbouring periods meet: no millisecond in both, none in neither', () => {
		fc.assert(
			fc.property(
				anyZone,
				anyInstant,
				fc.constantFrom(...NEIGHBOURS),
				(zone, now, [last, current]) => {
					const before = toCalendarPeriod(last, now, zone);
					const present = toCalendarPeriod(current, now, zone);

					expect(before.startMs).toBeLessThan(before.endMs);
					expect(before.endMs).toBe(present.startMs);
					expect(present.startMs).toBeLessThanOrEqual(now);
					expect(now).toBeLessThan(present.endMs);
				},
			),
			{ numRuns: 2_000, seed: 1 },
		);
	});
});

describe('toRelativeRange', () => {
	const zone = 'Europe/Berlin';
	const now = at('2024-04-01T08:00', zone);

	it.each([
		[90, 'minutes', 1.5 * HOUR_MS],
		[24, 'hours', 24 * HOUR_MS],
		[1, 'weeks', 7 * DAY_MS - HOUR_MS],
	] as const)('is the last %d %s, up to now and without it', (amount, unit, lengthMs) => {
		expect(toRelativeRange(amount, unit, now, zone)).toEqual({
			startMs: now - lengthMs,
			endMs: now,
		});
	});

	it('lets daily reports meet when the clocks have changed in between', () => {
		expect(toRelativeRange(1, 'days', now, zone).startMs).toBe(at('2024-03-31T08:00', zone));
	});

	it('lets reports of the hour that the clocks show twice meet, and no half hour begin earlier', () => {
		const first = at('2024-10-27T02:30+02:00', zone);
		const dayAfter = at('2024-10-28T02:30', zone);
		const minutesAfter = at('2024-10-27T03:00', zone);

		expect(toRelativeRange(1, 'days', dayAfter, zone).startMs).toBe(first);
		expect(toRelativeRange(1, 'weeks', at('2024-11-03T02:30', zone), zone).startMs).toBe(first);
		expect(toRelativeRange(30, 'minutes', minutesAfter, zone).startMs).toBe(first + HOUR_MS);
	});

	it('starts in 1970 at the earliest', () => {
		expect(toRelativeRange(Number.MAX_SAFE_INTEGER, 'weeks', now, zone)).toEqual({
			startMs: 0,
			endMs: now,
		});
	});
});

describe('toCalendarUnit', () => {
	it.each([
		['an hour', 'hour', 'Asia/Kathmandu', '2024-05-01T10:20:30.4+05:45', '2024-05-01T10:00+05:45'],
		['first of two', 'hour', 'Europe/Berlin', '2024-10-27T02:30+02:00', '2024-10-27T02:00+02:00'],
		['week on Monday', 'week', 'Europe/Berlin', '2024-04-01T00:30+02:00', '2024-04-01T00:00+02:00'],
		['a month', 'month', 'Europe/Berlin', '2024-03-31T23:59+02:00', '2024-03-01T00:00+01:00'],
	] as const)('is %s: by the %s in %s', (_name, unit, zone, instant, start) => {
		expect(toCalendarUnit(Date.parse(instant), unit, zone).startMs).toBe(Date.parse(start));
	});

	it('of neighbouring instants are the same one, or follow on each other', () => {
		fc.assert(
			fc.property(
				anyZone,
				fc.constantFrom('hour', 'day', 'week', 'month'),
				anyInstant,
				fc.integer({ min: 1, max: 2 * HOUR_MS }),
				(zone, unit, instantMs, laterMs) => {
					const one = toCalendarUnit(instantMs, unit, zone);
					const other = toCalendarUnit(instantMs + laterMs, unit, zone);
					expect(one.startMs).toBeLessThanOrEqual(instantMs);
					expect(other.startMs).toBeGreaterThanOrEqual(one.startMs);
					// What lies within the bounds is of that interval, so that these may be remembered.
					if (instantMs + laterMs < one.endMs) expect(other).toEqual(one);
					else if (one.endMs > one.startMs) expect(other.startMs).toBeGreaterThan(one.startMs);
				},
			),
			{ numRuns: 500, seed: 3 },
		);
	});
});
