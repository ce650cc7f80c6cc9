import type { ServiceBehaviour } from './behaviour';
import type { EventLog } from './eventLog';
import type { Query } from './queryValues';
import { readInteger } from './queryValues';

/** Positions `from` ≤ p < `to` of a log. */
export interface Positions {
	readonly from: number;
	readonly to: number;
}

type Reading = 'exclusive' | 'inclusive';

const NS_PER_MS = 1_000_000n;

function floorDivided(value: bigint, divisor: bigint): bigint {
	const quotient = value / divisor;
	return value % divisor < 0n ? quotient - 1n : quotient;
}

/** The first position within a lower bound. */
function startOf(log: EventLog, lowerMs: bigint | undefined, reading: Reading): number {
	if (lowerMs === undefined) return 0;
	const timeMs = Number(lowerMs);
	return reading === 'exclusive' ? log.firstAfter(timeMs) : log.firstAtOrAfter(timeMs);
}

/** The first position beyond an upper bound. */
function endOf(log: EventLog, upperMs: bigint | undefined, reading: Reading): number {
	if (upperMs === undefined) return log.size;
	const timeMs = Number(upperMs);
	return reading === 'exclusive' ? log.firstAtOrAfter(timeMs) : log.firstAfter(timeMs);
}

/** The part of the log that `after` and `before` leave, read as the operation reads them. */
export function positionsWithin(
	log: EventLog,
	query: Query,
	behaviour: ServiceBehaviour,
	reading: Reading,
): Positions {
	return {
		from: startOf(log, readInteger(query, 'after', behaviour), reading),
		to: endOf(log, readInteger(query, 'before', behaviour), reading),
	};
}

/**
 * The part between `start_time` and `end_time`, both exclusive. Event times are whole milliseconds, so a bound in
 * nanoseconds lies on or between two of them, and is turned into milliseconds without rounding.
 */
export function positionsWithinNs(
	log: EventLog,
	query: Query,
	behaviour: ServiceBehaviour,
): Positions {
	const startNs = readInteger(query, 'start_time', behaviour);
	const endNs = readInteger(query, 'end_time', behaviour);
	// A time later than the start is later than the whole millisecond below.
	const afterMs = startNs === undefined ? undefined : floorDivided(startNs, NS_PER_MS);
	const upToMs = endNs === undefined ? undefined : floorDivided(endNs - 1n, NS_PER_MS);
	return { from: startOf(log, afterMs, 'exclusive'), to: endOf(log, upToMs, 'inclusive') };
}

/** What both leave. */
export function overlap(one: Positions, other: Positions): Positions {
	return { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) };
}
