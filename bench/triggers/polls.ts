/** Arrival times, epoch milliseconds, of the requests of each trigger. */
export type Arrivals = ReadonlyMap<string, readonly number[]>;

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;
/** A poll's requests follow each other at once; its next poll is a minute later. */
const PAUSE_MS = 20_000;

/** When each poll made its first request. */
export function pollStarts(arrivals: readonly number[]): number[] {
	return arrivals.filter((at, index) => at - (arrivals[index - 1] ?? -Infinity) > PAUSE_MS);
}

/**
 * The second of the minute that a trigger's polls are due at, milliseconds into it: polls are due at
 * whole seconds and never early, so it is the second that its most punctual poll came in. Told from the
 * distances between them, as polls around the full minute lie at both ends of it.
 */
export function dueWithinMinute(starts: readonly number[]): number {
	const [first = 0] = starts;
	const offset = (at: number) =>
		((((at - first) % MINUTE_MS) + 1.5 * MINUTE_MS) % MINUTE_MS) - MINUTE_MS / 2;
	const earliest = Math.min(...starts.map(offset));
	return (Math.floor((first + earliest) / SECOND_MS) * SECOND_MS) % MINUTE_MS;
}

/** How long after its due time each poll made its first request, milliseconds. */
export function latenessOf(starts: readonly number[], dueMs: number): number[] {
	return starts.map((at) => (((at - dueMs) % MINUTE_MS) + MINUTE_MS) % MINUTE_MS);
}

/** The value that this share of the values doesn't exceed; NaN of none. */
export function percentile(values: readonly number[], share: number): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}

/** How many polls were due in the busiest second of the minute. */
export function busiestSecond(dueTimes: readonly number[]): number {
	const counts = new Map<number, number>();
	for (const due of dueTimes) counts.set(due, (counts.get(due) ?? 0) + 1);
	return Math.max(0, ...counts.values());
}
