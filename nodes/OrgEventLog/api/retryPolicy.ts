import type { EventLogFailure, FailureKind } from '../errors/failure';
import { retryAfterMsOf, FAILURE_TABLE } from '../errors/failure';

const KINDS_OF_TOO_LONG_PAGE: readonly FailureKind[] = [
	'badRequest',
	'internalError',
	'serverError',
	'overloaded',
	'timedOut',
	'connectionLost',
	'brokenJson',
	'tooLarge',
];

/** A page that is too long may fail in any of these ways. One that says how long to wait is about too many requests. */
export function mayMeanTooLongPage(failure: EventLogFailure): boolean {
	return KINDS_OF_TOO_LONG_PAGE.includes(failure.kind) && retryAfterMsOf(failure) === undefined;
}

/** Backoff begins with this, and jitter is a random part of it. */
export const MIN_BACKOFF_MS = 500;

const MAX_BACKOFF_MS = 60_000;

/** A longer wait is not begun: the failure tells it. A header in whole seconds may turn a minute into 61. */
export const MAX_WAIT_MS = 61_000;

/** A run that has read something waits longer, because it would lose that. */
export const MAX_WAIT_WITH_PROGRESS_MS = 3_600_000;

export interface RetrySituation {
	/** Each kind counts apart, because one outage may show itself in several and a quota may need all of its waits. */
	readonly previousFailureKinds: readonly FailureKind[];
	readonly maxRetriesOfLongPage?: number;
	readonly hasProgress: boolean;
	readonly backoffMs?: number;
	readonly random: number;
}

/** Backoff doubles from one refusal of a request to the next. It begins with what the last refused one needed. */
export function nextBackoffMs(previousMs = 0, firstMs = MIN_BACKOFF_MS): number {
	return Math.min(MAX_BACKOFF_MS, Math.max(firstMs, 2 * previousMs));
}

/**
 * Gives milliseconds to wait; undefined to give up. Jitter keeps parallel readers from coming back at once. A service
 * that throttles is left alone for at least half of the backoff, and for what it asks for if that is longer.
 */
export function retryWaitMsOf(
	failure: EventLogFailure,
	situation: RetrySituation,
): number | undefined {
	const { maxRetries = 0, isThrottling } = FAILURE_TABLE[failure.kind];
	const { previousFailureKinds, hasProgress, backoffMs = MIN_BACKOFF_MS, random } = situation;
	const retries = previousFailureKinds.filter((kind) => kind === failure.kind).length;
	const requestedMs = retryAfterMsOf(failure) ?? 0;
	const { maxRetriesOfLongPage = Infinity } = mayMeanTooLongPage(failure) ? situation : {};
	if (retries >= Math.min(maxRetries, maxRetriesOfLongPage)) return undefined;
	if (requestedMs > (hasProgress ? MAX_WAIT_WITH_PROGRESS_MS : MAX_WAIT_MS)) return undefined;
	const jitterMs = random * MIN_BACKOFF_MS;
	return Math.round(
		isThrottling
			? Math.max(requestedMs + jitterMs, (backoffMs * (1 + random)) / 2)
			: requestedMs + jitterMs * 2 ** retries,
	);
}
