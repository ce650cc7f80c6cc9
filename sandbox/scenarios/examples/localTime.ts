import { DateTime } from 'luxon';

/** The timezone of the n8n that runs the examples: not the one of the machine, nor UTC. */
export const TIMEZONE = 'America/New_York';

export const MINUTE_MS = 60_000;

/** As the messages have it: `2026-03-02 09:14 (America/New_York)`. */
export function minuteOf(epochMs: number): string {
	return DateTime.fromMillis(epochMs, { zone: TIMEZONE }).toFormat('yyyy-MM-dd HH:mm (z)');
}

/** As a line of a message has it: `2026-03-02 09:14 -05:00`, or with seconds. */
export function stampOf(epochMs: number, clock: 'HH:mm' | 'HH:mm:ss' = 'HH:mm'): string {
	return DateTime.fromMillis(epochMs, { zone: TIMEZONE }).toFormat(`yyyy-MM-dd ${clock} ZZ`);
}

/** A time of day: `09:14`. */
export function clockOf(epochMs: number): string {
	return DateTime.fromMillis(epochMs, { zone: TIMEZONE }).toFormat('HH:mm');
}

/** The day before the one that `nowMs` lies in: `2026-03-02`. */
export function yesterdayOf(nowMs: number): string {
	return DateTime.fromMillis(nowMs, { zone: TIMEZONE }).minus({ days: 1 }).toFormat('yyyy-MM-dd');
}
