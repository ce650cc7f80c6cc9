import { type EventLogFailure, isRateLimited, retryAfterMsOf } from '../errors/failure';
import { FAILURE_KINDS, type FailureKind } from '../errors/failureKinds';

const MAY_BE_TOO_LONG: ReadonlySet<FailureKind> = new Set<FailureKind>([
	...(['badRequest', 'internalError', 'serverError', 'overloaded', 'timedOut'] as const),
	...(['timedOutByService', 'connectionLost', 'brokenJson', 'undecodable', 'tooLarge'] as const),
]);

/** Whether a page may have failed for its length: no status is documented for that. */
export function mayBeTooLong(failure: EventLogFailure): boolean {
	return MAY_BE_TOO_LONG.has(failure.kind) && !isRateLimited(failure);
}

/** The first wait where nothing is said, and the most that is added to any wait by chance. */
export const MIN_BACKOFF_MS = 500;

/** Where nothing is said of a wait: else polls would still wait when the next ones begin. */
const MAX_RETRIES_OF_POLL = 3;

/** The longest wait where the service asks for fewer requests and does not say how long to wait. */
const MAX_BACKOFF_MS = 60_000;

/** The longest wait that the service may ask for; past it, the failure says how long that is. */
export const MAX_WAIT_MS = 60_000;

/** The same in a run that has read something, which it would lose. */
export const MAX_WAIT_WITH_PROGRESS_MS = 3_600_000;

/** What a run knows when one of its requests has failed. */
export interface RetrySituation {
	/** Made of this request so far. */
	readonly retries: number;
	readonly hasProgress: boolean;
	/** Whether the run has a deadline: what it asks for is asked for again soon, by the next poll. */
	readonly comesAgain: boolean;
	/** Where the service asks for fewer requests, from `nextBackoffMs`. */
	readonly backoffMs?: number;
	/** From 0 up to 1. */
	readonly random: number;
}

/** Backoff doubles from one refusal of a request to the next; `firstMs` was enough for another one. */
export function nextBackoffMs(lastMs = 0, firstMs = MIN_BACKOFF_MS): number {
	return Math.min(MAX_BACKOFF_MS, Math.max(firstMs, 2 * lastMs));
}

/**
 * How long to wait before a failed request is made again, milliseconds; undefined to give up. Jitter keeps
 * parallel readers from coming back at once. A service that asks for fewer requests without saying for how
 * long is surely left alone for half of the backoff.
 */
export function waitBeforeRetry(
	failure: EventLogFailure,
	{ retries, hasProgress, comesAgain, backoffMs = MIN_BACKOFF_MS, random }: RetrySituation,
): number | undefined {
	const { maxRetries: most = 0, asksForFewerRequests = false } = FAILURE_KINDS[failure.kind];
	const askedMs = retryAfterMsOf(failure) ?? 0;
	const maxRetries = comesAgain && askedMs === 0 ? Math.min(most, MAX_RETRIES_OF_POLL) : most;
	const longestMs = hasProgress ? MAX_WAIT_WITH_PROGRESS_MS : MAX_WAIT_MS;
	if (retries >= maxRetries || askedMs > longestMs) return undefined;
	if (!asksForFewerRequests) return Math.round(askedMs + random * MIN_BACKOFF_MS * 2 ** retries);
	const jitterMs = random * MIN_BACKOFF_MS;
	return Math.round(Math.max(askedMs + jitterMs, (backoffMs * (1 + random)) / 2));
}
