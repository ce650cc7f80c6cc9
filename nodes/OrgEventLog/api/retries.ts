import { EventLogFailure } from '../errors/failure';
import type { Outcome } from './outcome';
import { waitBeforeRetry } from './retryPolicy';

/** Clock and chance, so that tests can put their own in their place. */
export interface RetryEnvironment {
	/** Epoch milliseconds. */
	readonly now: () => number;
	/** From 0 up to 1. */
	readonly random: () => number;
	/** Waits; ends early when the user stops the run. */
	readonly wait: (ms: number) => Promise<'over' | 'stopped'>;
	/** Nothing is started or waited for past this; epoch milliseconds. */
	readonly deadlineEpochMs?: number;
}

/** Makes an idempotent request, again where that may help, within the time that is left. */
export async function withRetries<Value>(
	attempt: () => Promise<Outcome<Value>>,
	{ now, random, wait, deadlineEpochMs = Infinity }: RetryEnvironment,
): Promise<Outcome<Value>> {
	for (let retries = 0; ; retries++) {
		if (now() >= deadlineEpochMs) return { failure: new EventLogFailure('outOfTime') };
		const outcome = await attempt();
		if ('value' in outcome) return outcome;
		const { kind, facts } = outcome.failure;
		const remainingMs = deadlineEpochMs - now();
		const failed = { kind, retryAfterMs: facts.retryAfterMs, retries, remainingMs };
		const waitMs = waitBeforeRetry(failed, random());
		if (waitMs === undefined) return outcome;
		if ((await wait(waitMs)) === 'stopped') return { failure: new EventLogFailure('stopped') };
	}
}
