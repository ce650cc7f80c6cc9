import { DateTime } from 'luxon';
import type { EventLog } from '../service';

/** Yesterday in a timezone: epoch milliseconds, the end excluded. */
interface Day {
	readonly startMs: number;
	readonly endMs: number;
}

/** Where the day begins that lies so many days before the one of `nowMs`, epoch milliseconds. */
export function startOfDay(nowMs: number, timezone: string, daysBefore: number): number {
	const today = DateTime.fromMillis(nowMs, { zone: timezone }).startOf('day');
	return today.minus({ days: daysBefore }).toMillis();
}

/** The day before the one that `nowMs` lies in; 23 or 25 hours when the clocks change. */
export function yesterdayOf(nowMs: number, timezone: string): Day {
	return { startMs: startOfDay(nowMs, timezone, 1), endMs: startOfDay(nowMs, timezone, 0) };
}

/** Ids of all events of a log in a day. */
export function idsWithin(log: EventLog, day: Day): Set<string> {
	const inside = log
		.all()
		.filter(({ createdAtMs }) => createdAtMs >= day.startMs && createdAtMs < day.endMs);
	return new Set(inside.map(({ id }) => id));
}
