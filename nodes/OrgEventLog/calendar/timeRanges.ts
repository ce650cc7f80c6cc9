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
const UNITS = ['day', 'week', 'month', 'quarter', 'year'] as const;

type BoundedRange = Required<TimeRange>;

/** Neighbouring periods meet, also where a clock change in `zone` removes or repeats midnight. */
export function toCalendarPeriod(
	period: (typeof CALENDAR_PERIODS)[number],
	nowMs: number,
	zone: string,
): BoundedRange {
	const unit = UNITS.find((name) => period.toLowerCase().endsWith(name)) ?? 'day';
	const current = intervalAround(nowMs, unit, requireZone(zone));
	if (period === 'today' || period.startsWith('this')) return current;
	return intervalAround(current.startMs - 1, unit, zone);
}

/**
 * Gives the last `amount` units before `nowMs`, which is not in the range itself. Days and weeks keep the time of day
 * in `zone`, so that reports made daily at eight meet also when the clocks change. Of a time of day that the clocks
 * show twice the first is taken, at which n8n's schedules fire.
 */
export function toRelativeRange(
	amount: number,
	unit: (typeof RELATIVE_UNITS)[number],
	nowMs: number,
	zone: string,
): BoundedRange {
	const start = DateTime.fromMillis(nowMs, { zone: requireZone(zone) }).minus({ [unit]: amount });
	const keepsTimeOfDay = unit === 'days' || unit === 'weeks';
	const startMs = keepsTimeOfDay ? firstInstantOf(start) : start.toMillis();
	return { startMs: Number.isFinite(startMs) ? Math.max(0, startMs) : 0, endMs: nowMs };
}

/** Gives the unit of the calendar in `zone` that an instant lies in. An hour that the clocks repeat is two. */
export function intervalAround(instantMs: number, unit: DateTimeUnit, zone: string): BoundedRange {
	const local = DateTime.fromMillis(instantMs, { zone });
	if (unit === 'hour') {
		const start = local.startOf(unit);
		return { startMs: start.toMillis(), endMs: start.plus({ hours: 1 }).startOf(unit).toMillis() };
	}
	// Calendar arithmetic is done in UTC, where every date has a midnight.
	const first = DateTime.utc(local.year, local.month, local.day).startOf(unit);
	return {
		startMs: startOfDate(first, zone),
		endMs: startOfDate(first.plus({ [unit]: 1 }), zone),
	};
}

/** Gives the instant at which `zone` reaches a date, which is not midnight where the clocks then change. */
function startOfDate(date: DateTime, zone: string): number {
	return firstInstantOf(date.setZone(zone, { keepLocalTime: true }));
}
