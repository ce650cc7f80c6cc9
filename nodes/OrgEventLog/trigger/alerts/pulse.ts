import type { LoggedEvent } from '../../events/event';
import { toIsoTime } from '../../events/columns';
import type { PollResult } from '../poll/pollEvents';

/** How the trigger itself is doing, for people who don't read n8n's log. */
export type Pulse = {
	/** When this poll read the log, by the service's clock where it tells the time, ISO 8601 in UTC. */
	readonly polledAt: string | null;
	/** Of all that were read, those that the filters drop, too; of what no clock has come to only what passes. */
	readonly newestEventAt: string | null;
	/** How long before the poll that was; less than 0 for an event of the future. */
	readonly newestEventAgeSeconds: number;
	/** How many of the events came into the log later than others that are younger. */
	readonly late: number;
	/** Whether more is waiting for the next poll, and what ended this one. */
	readonly backlog: PollResult['backlog'];
	/** Since when late events are still noticed, where there are too many to remember. */
	readonly windowShrunkTo: string | null;
};

/** @param delivered those of the poll's events that are in the digest for the first time */
export function pulseOf(result: PollResult, delivered: readonly LoggedEvent[]): Pulse {
	const { backlog, windowShrunkToMs, state, newEvents, presentMs } = result;
	// The watermark leaves out what no clock has come to yet.
	const newestMs = newEvents.reduce(
		(ms, { createdAtMs }) => Math.max(ms, createdAtMs),
		state.watermarkMs,
	);
	return {
		polledAt: toIsoTime(presentMs),
		...ageOf(newestMs, presentMs),
		late: countLate(delivered, result),
		backlog,
		windowShrunkTo: toIsoTime(windowShrunkToMs),
	};
}

/** How many are older than others that came with polls before. */
export function countLate(
	events: readonly LoggedEvent[],
	{ begunFrom: { watermarkMs } }: Pick<PollResult, 'begunFrom'>,
): number {
	return events.filter(({ createdAtMs }) => createdAtMs < watermarkMs).length;
}

/** The same for a test run, which shows what it finds and leaves nothing for later. */
export function pulseOfTestRun(newestEventMs: number, hostMs: number): Pulse {
	const age = ageOf(newestEventMs, hostMs);
	return { polledAt: toIsoTime(hostMs), ...age, late: 0, backlog: 'none', windowShrunkTo: null };
}

function ageOf(newestEventMs: number, presentMs: number) {
	return {
		newestEventAt: toIsoTime(newestEventMs),
		newestEventAgeSeconds: Math.round((presentMs - newestEventMs) / 1000),
	};
}
