/** So far a clock that is right and one that people live with may be apart. */
const HOURS_OFF_MS = 24 * 60 * 60 * 1000;
/** So far the clocks of one service's machines may be apart. */
const JITTER_MS = 60_000;
/** A clock that shows the same second again after so long stands still. */
const STANDSTILL_MS = 10_000;

/** What the service's and the host's clock showed at one moment, epoch milliseconds. */
export interface ClockReading {
	readonly serviceMs: number;
	readonly hostMs: number;
}

/** What time it is for a poll. */
export interface Present {
	/**
	 * When the poll began, epoch milliseconds: by the service's clock, or by the host's where the
	 * service tells no time that can be right. Later dates are in the future.
	 */
	readonly presentMs: number;
	/** It can't be later, whichever of the clocks that can be right is. */
	readonly latestMs: number;
	/** Where the service's clock can't be right, what it showed. */
	readonly disbelieved?: ClockReading;
}

export interface KnownTimes {
	/** When the poll began, by the host's clock, epoch milliseconds. */
	readonly startedAtMs: number;
	/** At the first response that told the time. */
	readonly reading: ClockReading | undefined;
	/** Of an earlier poll. */
	readonly earlierReading: ClockReading | undefined;
	/** The time of the newest event that is not later than this, epoch milliseconds. */
	readonly findNewest: (latestMs: number) => Promise<number | undefined>;
}

/**
 * The service's clock is believed unless it stands still, or contradicts both the host's by more
 * than a day and the log: then that of the two is right which is nearer to the newest event.
 */
export async function settlePresent(known: KnownTimes): Promise<Present> {
	const { startedAtMs: hostMs, reading, earlierReading } = known;
	const byHost = { presentMs: hostMs, latestMs: hostMs + HOURS_OFF_MS };
	if (reading === undefined) return byHost;
	if (standsStill(reading, earlierReading)) return { ...byHost, disbelieved: reading };
	const serviceMs = reading.serviceMs - Math.max(0, reading.hostMs - hostMs);
	const laterMs = Math.max(serviceMs, hostMs);
	if (Math.abs(serviceMs - hostMs) <= HOURS_OFF_MS) {
		return { presentMs: serviceMs, latestMs: laterMs + JITTER_MS };
	}
	const newestMs = (await known.findNewest(laterMs)) ?? serviceMs;
	if (Math.abs(newestMs - hostMs) < Math.abs(newestMs - serviceMs)) {
		return { ...byHost, disbelieved: reading };
	}
	return { presentMs: serviceMs, latestMs: serviceMs + JITTER_MS };
}

function standsStill(reading: ClockReading, earlier: ClockReading | undefined): boolean {
	return (
		reading.serviceMs === earlier?.serviceMs && reading.hostMs - earlier.hostMs >= STANDSTILL_MS
	);
}
