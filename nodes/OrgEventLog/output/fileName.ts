import { DateTime } from 'luxon';
import type { TimeRange } from '../api/page';
import { toCalendarUnit } from '../calendar/timeRanges';

/**
 * Names a file for the range that it covers: `events_2026-10.csv` for a month, `events_2026-10-01_2026-10-07.csv` for
 * days, the last one included, and with times of day where the range begins or ends within a day.
 */
export function fileNameOf(range: TimeRange, zone: string, extension: string): string {
	return `${['events', ...toRangeParts(range, zone)].join('_')}.${extension}`;
}

function toRangeParts({ startMs, endMs }: TimeRange, zone: string): string[] {
	const format = (epochMs: number, pattern: string) =>
		DateTime.fromMillis(epochMs, { zone }).toFormat(pattern);
	const isDayAligned = [startMs, endMs].every(
		(epochMs) => epochMs === undefined || toCalendarUnit(epochMs, 'day', zone).startMs === epochMs,
	);
	const pattern = isDayAligned ? 'yyyy-MM-dd' : "yyyy-MM-dd'T'HH.mm.ss";
	// A range of days ends at the midnight after its last day.
	const end = endMs === undefined ? undefined : format(isDayAligned ? endMs - 1 : endMs, pattern);
	if (startMs === undefined) return end === undefined ? [] : ['until', end];
	const start = format(startMs, pattern);
	if (end === undefined) return ['from', start];
	const month = toCalendarUnit(startMs, 'month', zone);
	if (month.startMs === startMs && month.endMs === endMs) return [format(startMs, 'yyyy-MM')];
	return start === end ? [start] : [start, end];
}
