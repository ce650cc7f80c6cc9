import { DateTime } from 'luxon';
import { MINUTE_MS, SECOND_MS } from '../text/times';

/** Clocks are changed only at the quarters of an hour. */
const QUARTER_MS = 15 * MINUTE_MS;

export class LocalClock {
	/** The offset of the last quarter is kept: neighbours mostly share one, and the calendar is slow. */
	private quarter = NaN;
	private offsetMs = NaN;

	constructor(private readonly timezone: string) {}

	/** Shifts a time, so that clocks in UTC show the local time, in whole seconds. */
	toLocalMs(epochMs: number): number {
		const quarter = Math.floor(epochMs / QUARTER_MS);
		if (quarter !== this.quarter) {
			const start = DateTime.fromMillis(quarter * QUARTER_MS, { zone: this.timezone });
			this.quarter = quarter;
			this.offsetMs = start.offset * MINUTE_MS;
		}
		return Math.floor((epochMs + this.offsetMs) / SECOND_MS) * SECOND_MS;
	}
}

/** Gives `2026-10-03 14:05:09`, which spreadsheets take for a date. */
export function toTimeText(localMs: number): string {
	return new Date(localMs).toISOString().slice(0, 19).replace('T', ' ');
}
