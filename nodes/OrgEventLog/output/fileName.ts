import type { TimeRange } from '../api/page';
import { toIsoTime } from './isoTime';

/** Names a file for the range it covers, in UTC: `events_20240501T000000Z_20240601T000000Z.csv`, or `events_all.csv`. */
export function fileNameOf({ startMs, endMs }: TimeRange, extension: string): string {
	if (startMs === undefined && endMs === undefined) return `events_all.${extension}`;
	const start = startMs === undefined ? 'start' : toStamp(startMs);
	const end = endMs === undefined ? 'end' : toStamp(endMs);
	return `events_${start}_${end}.${extension}`;
}

function toStamp(epochMs: number): string {
	return (toIsoTime(epochMs) ?? String(epochMs)).replace(/[-:]|\.\d+/g, '');
}
