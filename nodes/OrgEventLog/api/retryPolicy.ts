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
	const { retries: maxRetries = 0 } = FAILURE_KINDS[failed.kind];
	if (failed.retries >= maxRetries) return undefined;
	const jitterMs = backoffMs(failed.retries, random);
	const waitMs = failed.retryAfterMs === undefined ? jitterMs : failed.retryAfterMs + jitterMs;
	if (waitMs > MAX_WAIT_MS || waitMs >= failed.remainingMs) return undefined;
	return waitMs;
}
