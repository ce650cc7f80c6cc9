import { DateTime } from 'luxon';
import type { TimeRange } from '../api/page';
import { intervalAround } from '../calendar/timeRanges';

/**
 * Names a file for the range that it covers: `events_2026-10.csv` for a month, `events_2026-10-01_2026-10-07.csv` for
 * days, the last one included, and with times of day where the range begins or ends within a day.
 */
export function fileNameOf(range: TimeRange, zone: string, extension: string): string {
	return `${['events', ...toRangeWords(range, zone)].join('_')}.${extension}`;
}

function toRangeWords({ startMs, endMs }: TimeRange, zone: string): string[] {
	const format = (epochMs: number, pattern: string) =>
		DateTime.fromMillis(epochMs, { zone }).toFormat(pattern);
	const areDays = [startMs, endMs].every(
		(epochMs) => epochMs === undefined || intervalAround(epochMs, 'day', zone).startMs === epochMs,
	);
	const pattern = areDays ? 'yyyy-MM-dd' : "yyyy-MM-dd'T'HH.mm.ss";
	const first = startMs === undefined ? undefined : format(startMs, pattern);
	// The last day is the one before the end, which is no longer in the range.
	const last = endMs === undefined ? undefined : format(areDays ? endMs - 1 : endMs, pattern);
	if (first === undefined || startMs === undefined)
		return last === undefined ? [] : ['until', last];
	if (last === undefined) return ['from', first];
	const month = intervalAround(startMs, 'month', zone);
	if (month.startMs === startMs && month.endMs === endMs) return [format(startMs, 'yyyy-MM')];
	return first === last ? [first] : [first, last];
}
