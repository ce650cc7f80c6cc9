import { EventLogFailure, isEventLogFailure } from './failures';
import { outcomeOf } from './outcome';
import { waitBeforeRetry } from './retryPolicy';

/** The world outside, so that tests can put their own in its place. */
export interface Surroundings {
	/** Epoch milliseconds. */
	readonly now: () => number;
	/** From 0 up to 1. */
	readonly random: () => number;
	/** Waits; ends early, by throwing, when the user stops the run. */
	readonly wait: (ms: number) => Promise<void>;
	/** Nothing is started or waited for past this; epoch milliseconds. */
	readonly deadlineEpochMs?: number;
	/** Told each time that the service asks for fewer requests: status 429 or 503. */
	readonly onThrottled?: () => void;
}

/**
 * Runs an idempotent read, again where that may help, within the time that is left.
 *
 * @throws EventLogFailure of the last try.
 */
export async function withRetries<T>(
	attempt: () => Promise<T>,
	{ now, random, wait, deadlineEpochMs = Infinity, onThrottled }: Surroundings,
): Promise<T> {
	for (let retries = 0; ; retries++) {
		if (now() >= deadlineEpochMs) throw new EventLogFailure('outOfTime');
		const outcome = await outcomeOf(attempt);
		if ('value' in outcome) return outcome.value;
		const { thrown } = outcome;
		if (!isEventLogFailure(thrown)) throw thrown;
		const { status, retryAfterMs } = thrown.facts;
		if (status === 429 || status === 503) onThrottled?.();
		const remainingMs = deadlineEpochMs - now();
		const failed = { kind: thrown.kind, status, retryAfterMs, retries, remainingMs };
		const waitMs = waitBeforeRetry(failed, random());
		if (waitMs === undefined) throw thrown;
		await wait(waitMs);
	}
}
