import { EventLogFailure, type Outcome, retryAfterMsOf } from '../errors/failure';
import { FAILURE_KINDS, type FailureKind } from '../errors/failureKinds';
import { backoffMs } from './retryTiming';

/** Longer than this nothing is waited for within a run; the failure tells n8n when to come back. */
export const MAX_WAIT_MS = 60_000;

export interface FailedAttempt {
	readonly kind: FailureKind;
	/** Retries made before this attempt. */
	readonly retries: number;
	readonly retryAfterMs?: number;
	/** Time left until the deadline; Infinity where there is none. */
	readonly remainingMs: number;
}

/**
 * How long to wait before the next attempt, milliseconds, or undefined to give up. `Retry-After`
 * comes first, with jitter on top so that parallel readers don't come back at once.
 *
 * @param random from 0 up to 1
 */
export function waitBeforeRetry(failed: FailedAttempt, random: number): number | undefined {
	const { maxRetries = 0 } = FAILURE_KINDS[failed.kind];
	if (failed.retries >= maxRetries) return undefined;
	const jitterMs = backoffMs(failed.retries, random);
	const waitMs = failed.retryAfterMs === undefined ? jitterMs : failed.retryAfterMs + jitterMs;
	if (waitMs > MAX_WAIT_MS || waitMs >= failed.remainingMs) return undefined;
	return waitMs;
}

/** Clock and chance, so that tests can put their own in their place. */
export interface RetryEnvironment {
	/** Epoch milliseconds. */
	readonly now: () => number;
	/** From 0 up to 1. */
	readonly random: () => number;
	/** Waits; ends early when the user stops the run. */
	readonly wait: (ms: number) => Promise<'elapsed' | 'stopped'>;
	/** Nothing is started or waited for past this; epoch milliseconds. */
	readonly deadlineEpochMs?: number;
	/** Whether another request may be made at all; it may unless given. */
	readonly mayAskAgain?: () => boolean;
}

/** Makes an idempotent request, again where that may help, within the time that is left. */
export async function withRetries<Value>(
	attempt: () => Promise<Outcome<Value>>,
	{ now, random, wait, deadlineEpochMs = Infinity, mayAskAgain = () => true }: RetryEnvironment,
): Promise<Outcome<Value>> {
	for (let retries = 0; ; retries++) {
		if (now() >= deadlineEpochMs) return { failure: new EventLogFailure('outOfTime', {}) };
		const outcome = await attempt();
		if ('value' in outcome) return outcome;
		const { failure } = outcome;
		const remainingMs = deadlineEpochMs - now();
		const retryAfterMs = retryAfterMsOf(failure);
		const failed = { kind: failure.kind, retryAfterMs, retries, remainingMs };
		const waitMs = waitBeforeRetry(failed, random());
		if (waitMs === undefined || !mayAskAgain()) return outcome;
		if ((await wait(waitMs)) === 'stopped') return { failure: new EventLogFailure('stopped', {}) };
	}
}
