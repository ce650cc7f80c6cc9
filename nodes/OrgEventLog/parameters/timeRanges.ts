import { DateTime } from 'luxon';
import type { TimeRange } from '../api/page';
import { keysOf } from '../json/objectKeys';
import { ParameterError } from '../errors/parameterError';

/** A calendar unit; weeks start on Monday. */
export type PeriodUnit = 'day' | 'week' | 'month' | 'quarter' | 'year';

/** Periods are calendar units; `ago` counts back from the current one. */
const PERIODS = {
	today: { unit: 'day', ago: 0 },
	yesterday: { unit: 'day', ago: 1 },
	thisWeek: { unit: 'week', ago: 0 },
	lastWeek: { unit: 'week', ago: 1 },
	thisMonth: { unit: 'month', ago: 0 },
	lastMonth: { unit: 'month', ago: 1 },
	thisQuarter: { unit: 'quarter', ago: 0 },
	lastQuarter: { unit: 'quarter', ago: 1 },
	thisYear: { unit: 'year', ago: 0 },
	lastYear: { unit: 'year', ago: 1 },
} as const satisfies Record<string, { readonly unit: PeriodUnit; readonly ago: 0 | 1 }>;
export type Period = keyof typeof PERIODS;

export const PERIOD_NAMES = keysOf(PERIODS);

export const LAST_UNITS = ['minutes', 'hours', 'days', 'weeks'] as const;
export type LastUnit = (typeof LAST_UNITS)[number];

type BoundedRange = Required<TimeRange>;

/** Refuses an unknown timezone, in which luxon would compute invalid dates. @throws ParameterError */
export function requireZone(zone: string): string {
	if (DateTime.utc().setZone(zone).isValid) return zone;
	throw new ParameterError(
		`The workflow's timezone does not exist: ${zone.slice(0, 60)}`,
		'Choose one in the workflow settings. If they say Default, the administrator of this n8n must correct GENERIC_TIMEZONE, for example to Europe/Berlin',
	);
}

/** Gives the period of the calendar in `zone`. Neighbours meet, also where a clock change removes or repeats midnight. */
export function periodRange(period: Period, nowMs: number, zone: string): BoundedRange {
	const { unit, ago } = PERIODS[period];
	const current = periodAround(nowMs, unit, requireZone(zone));
	return ago === 0 ? current : periodAround(current.startMs - 1, unit, zone);
}

/**
 * Gives the last `amount` units before `nowMs`, which is not in the range itself. Days and weeks keep the time of day
 * in `zone`, so that reports made daily at eight meet also when the clocks change. A time of day that the clocks show
 * twice is its first one, at which n8n's schedules fire.
 */
export function lastRange(
	amount: number,
	unit: LastUnit,
	nowMs: number,
	zone: string,
): BoundedRange {
	const start = DateTime.fromMillis(nowMs, { zone: requireZone(zone) }).minus({ [unit]: amount });
	const keepsTimeOfDay = unit === 'days' || unit === 'weeks';
	const startMs = keepsTimeOfDay ? firstInstantOf(start) : start.toMillis();
	return { startMs: Number.isFinite(startMs) ? Math.max(0, startMs) : 0, endMs: nowMs };
}

export const INTERVAL_UNITS = ['hour', 'day', 'week', 'month'] as const;
export type IntervalUnit = (typeof INTERVAL_UNITS)[number];

/** Gives the hour, day, week or month in `zone` that an instant lies in. An hour that the clocks repeat is two. */
export function intervalAround(instantMs: number, unit: IntervalUnit, zone: string): BoundedRange {
	if (unit !== 'hour') return periodAround(instantMs, unit, zone);
	const start = DateTime.fromMillis(instantMs, { zone }).startOf(unit);
	const end = start.plus({ hours: 1 }).startOf(unit);
	return { startMs: start.toMillis(), endMs: end.toMillis() };
}

function periodAround(instantMs: number, unit: PeriodUnit, zone: string): BoundedRange {
	const local = DateTime.fromMillis(instantMs, { zone });
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

/** Gives the first instant at which the clocks show this time. Luxon's own choice of two depends on the season. */
export function firstInstantOf(date: DateTime): number {
	return Math.min(...date.getPossibleOffsets().map((one) => one.toMillis()));
}
