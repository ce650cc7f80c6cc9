import type { FailureKind } from './failureTexts';
import { backoffMs } from './retryTiming';

/** Longer than this nothing is waited for within a run; the failure tells n8n when to come back. */
export const LONGEST_WAIT_MS = 60_000;

/**
 * How often each kind of failure is tried again. What the service refuses is never asked twice.
 * A 500 is documented as the service's own mistake, which a second request may repeat for good,
 * so it gets one retry; so does a time-out, whose every try costs the user the whole time-out.
 */
const RETRIES: Partial<Record<FailureKind, number>> = {
	rateLimited: 3,
	serviceDown: 3,
	connectionRefused: 3,
	connectionLost: 3,
	brokenJson: 1,
	timedOut: 1,
};

const INTERNAL_SERVER_ERROR = 500;

export interface FailedTry {
	readonly kind: FailureKind;
	readonly status?: number;
	/** Retries made before this try. */
	readonly retries: number;
	readonly retryAfterMs?: number;
	/** Time left until the deadline; Infinity where there is none. */
	readonly remainingMs: number;
}

function retriesFor({ kind, status }: FailedTry): number {
	return status === INTERNAL_SERVER_ERROR ? 1 : (RETRIES[kind] ?? 0);
}

/**
 * How long to wait before the next try, milliseconds, or undefined to give up. `Retry-After`
 * comes first, with jitter on top so that parallel readers don't come back at once.
 *
 * @param random from 0 up to 1
 */
export function waitBeforeRetry(failed: FailedTry, random: number): number | undefined {
	if (failed.retries >= retriesFor(failed)) return undefined;
	const jitterMs = backoffMs(failed.retries, random);
	const waitMs = failed.retryAfterMs === undefined ? jitterMs : failed.retryAfterMs + jitterMs;
	if (waitMs > LONGEST_WAIT_MS || waitMs >= failed.remainingMs) return undefined;
	return waitMs;
}
