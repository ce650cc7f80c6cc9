import type { LoggedEvent } from '../../events/event';
import { toIsoTime } from '../../events/columns';
import type { PollResult } from '../poll/pollEvents';

/** How the trigger itself is doing, for people who don't read n8n's log. */
export type Pulse = {
	/** When this poll read the log, by the service's clock where it tells the time, ISO 8601 in UTC. */
	readonly polledAt: string | null;
	/** Of all that were read, also of those that the filters drop; of events of the future only of those that pass. */
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

/** What a poll tells of it, or a test run, which leaves nothing for later. */
export interface PulseFacts extends Pick<PollResult, 'presentMs' | 'newEvents'> {
	readonly backlog?: PollResult['backlog'];
	readonly windowShrunkToMs?: number;
	/** Of the cursor before it, and after it. */
	readonly watermarksMs?: readonly [before: number, after: number];
}

/** @param delivered those of the poll's events that are in the digest for the first time */
export function pulseOf(
	{
		presentMs,
		newEvents,
		backlog = 'none',
		windowShrunkToMs,
		watermarksMs: [beforeMs, afterMs] = [-Infinity, -Infinity],
	}: PulseFacts,
	delivered: readonly LoggedEvent[],
): Pulse {
	// The watermark leaves out what no clock has come to yet.
	const newestMs = newEvents.reduce((ms, { createdAtMs }) => Math.max(ms, createdAtMs), afterMs);
	return {
		polledAt: toIsoTime(presentMs),
		newestEventAt: toIsoTime(newestMs),
		newestEventAgeSeconds: Math.round((presentMs - newestMs) / 1000),
		late: delivered.filter(({ createdAtMs }) => createdAtMs < beforeMs).length,
		backlog,
		windowShrunkTo: toIsoTime(windowShrunkToMs),
	};
}
