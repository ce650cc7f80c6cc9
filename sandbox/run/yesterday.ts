import { DateTime } from 'luxon';
import type { EventLog } from '../service';

/** Yesterday in a timezone: epoch milliseconds, the end excluded. */
export interface Day {
	readonly startMs: number;
	readonly endMs: number;
}

/** The day before the one that `nowMs` lies in; 23 or 25 hours when the clocks change. */
export function yesterdayOf(nowMs: number, timezone: string): Day {
	const today = DateTime.fromMillis(nowMs, { zone: timezone }).startOf('day');
	return { startMs: today.minus({ days: 1 }).toMillis(), endMs: today.toMillis() };
}

/** Ids of all events of a log in a day. */
export function idsWithin(log: EventLog, day: Day): Set<string> {
	const inside = log
		.all()
		.filter(({ createdAtMs }) => createdAtMs >= day.startMs && createdAtMs < day.endMs);
	return new Set(inside.map(({ id }) => id));
}
