import { DateTime } from 'luxon';
import { MINUTE_MS, SECOND_MS } from '../text/times';

/** Clocks change only at full quarters of an hour. */
const QUARTER_HOUR_MS = 15 * MINUTE_MS;

export class LocalClock {
	/** The last offset is kept, because neighbouring events mostly share one and the calendar is slow. */
	private quarterHour = NaN;
	private offsetMs = NaN;

	constructor(private readonly timezone: string) {}

	/** Shifts a time so that it reads in UTC as the clocks of the timezone show it, in whole seconds. */
	toLocalMs(epochMs: number): number {
		const quarterHour = Math.floor(epochMs / QUARTER_HOUR_MS);
		if (quarterHour !== this.quarterHour) {
			const start = DateTime.fromMillis(quarterHour * QUARTER_HOUR_MS, { zone: this.timezone });
			this.quarterHour = quarterHour;
			this.offsetMs = start.offset * MINUTE_MS;
		}
		return Math.floor((epochMs + this.offsetMs) / SECOND_MS) * SECOND_MS;
	}
}

/** Gives `2026-10-03 14:05:09`, which spreadsheets take for a date. */
export function formatLocalTime(localMs: number): string {
	return new Date(localMs).toISOString().slice(0, 19).replace('T', ' ');
}
