import { DateTime } from 'luxon';
import type { TimeRange } from '../api/page';
import { intervalAround } from '../parameters/timeRanges';

/**
 * Names a file for the range that it covers, on the clocks of a timezone: `events_2026-10.csv` for a month,
 * `events_2026-10-01_2026-10-07.csv` for days, the last one included, and with times of day where the range begins or ends
 * within a day.
 */
export function fileNameOf(range: TimeRange, zone: string, extension: string): string {
	return `${['events', ...toRangeWords(range, zone)].join('_')}.${extension}`;
}

function toRangeWords({ startMs, endMs }: TimeRange, zone: string): string[] {
	const areDays =
		(startMs === undefined || intervalAround(startMs, 'day', zone).startMs === startMs) &&
		(endMs === undefined || intervalAround(endMs - 1, 'day', zone).endMs === endMs);
	const toWord = (epochMs: number, format: string) =>
		DateTime.fromMillis(epochMs, { zone }).toFormat(format);
	const format = areDays ? 'yyyy-MM-dd' : "yyyy-MM-dd'T'HH.mm.ss";
	// The last day is the one before the end, which is no longer in the range.
	const [first, last] = [
		startMs === undefined ? undefined : toWord(startMs, format),
		endMs === undefined ? undefined : toWord(areDays ? endMs - 1 : endMs, format),
	];
	if (startMs !== undefined && endMs !== undefined) {
		const month = intervalAround(startMs, 'month', zone);
		if (month.startMs === startMs && month.endMs === endMs) return [toWord(startMs, 'yyyy-MM')];
	}
	if (first === undefined) return last === undefined ? [] : ['until', last];
	if (last === undefined) return ['from', first];
	return first === last ? [first] : [first, last];
}
