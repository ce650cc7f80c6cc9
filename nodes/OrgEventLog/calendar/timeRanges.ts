import { DateTime, type DateTimeUnit } from 'luxon';
import type { TimeRange } from '../api/page';
import { firstInstantOf, requireZone } from './timezone';

/** The editor offers the periods in this order. */
export const CALENDAR_PERIODS = [
	'lastMonth',
	'lastQuarter',
	'lastWeek',
	'lastYear',
	'thisMonth',
	'thisQuarter',
	'thisWeek',
	'thisYear',
	'today',
	'yesterday',
] as const;

export const RELATIVE_UNITS = ['minutes', 'hours', 'days', 'weeks'] as const;

/** The name of a period ends with one of these; weeks start on Monday. */
const PERIOD_UNITS = ['day', 'week', 'month', 'quarter', 'year'] as const;

type BoundedRange = Required<TimeRange>;

/** Neighbouring periods meet, also where a clock change in `zone` removes or repeats midnight. */
export function toCalendarPeriod(
	period: (typeof CALENDAR_PERIODS)[number],
	nowMs: number,
	zone: string,
): BoundedRange {
	const unit = PERIOD_UNITS.find((name) => period.toLowerCase().endsWith(name)) ?? 'day';
	const currentRange = toCalendarUnit(nowMs, unit, requireZone(zone));
	if (period === 'today' || period.startsWith('this')) return currentRange;
	return toCalendarUnit(currentRange.startMs - 1, unit, zone);
}

/**
 * Gives the last `amount` units before `nowMs`, which is not in the range itself. Days and weeks keep the time of day
 * in `zone`, so that reports made daily at eight meet also when the clocks change. If the clocks show that time twice,
 * the range starts at the first, because n8n's schedules fire then.
 */
export function toRelativeRange(
	amount: number,
	unit: (typeof RELATIVE_UNITS)[number],
	nowMs: number,
	zone: string,
): BoundedRange {
	const start = DateTime.fromMillis(nowMs, { zone: requireZone(zone) }).minus({ [unit]: amount });
	const isTimeOfDayKept = unit === 'days' || unit === 'weeks';
	const startMs = isTimeOfDayKept ? firstInstantOf(start) : start.toMillis();
	return { startMs: Number.isFinite(startMs) ? Math.max(0, startMs) : 0, endMs: nowMs };
}

/** Gives the unit of the calendar in `zone` that an instant lies in. An hour that the clocks repeat counts as two. */
export function toCalendarUnit(instantMs: number, unit: DateTimeUnit, zone: string): BoundedRange {
	const localTime = DateTime.fromMillis(instantMs, { zone });
	if (unit === 'hour') {
		const start = localTime.startOf(unit);
		return { startMs: start.toMillis(), endMs: start.plus({ hours: 1 }).startOf(unit).toMillis() };
	}
	// Calendar arithmetic is done in UTC, where every date has a midnight.
	const firstDate = DateTime.utc(localTime.year, localTime.month, localTime.day).startOf(unit);
	return {
		startMs: firstInstantOfDate(firstDate, zone),
		endMs: firstInstantOfDate(firstDate.plus({ [unit]: 1 }), zone),
	};
}

/** Gives the instant at which a date begins in `zone`. It is not midnight if the clocks skip midnight. */
function firstInstantOfDate(date: DateTime, zone: string): number {
	return firstInstantOf(date.setZone(zone, { keepLocalTime: true }));
}
