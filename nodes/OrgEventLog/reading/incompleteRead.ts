export type IncompleteReadReason = 'noAdvance' | 'instantTooWide' | 'instantInChangingOrder';

/**
 * The service answered, but its answers do not add up to a complete result. Whoever reads must fail
 * with it: what was read so far is not everything.
 */
export class IncompleteReadError extends Error {
	constructor(
		readonly reason: IncompleteReadReason,
		message: string,
		/** The instant that could not be read completely, epoch milliseconds. */
		readonly atMs?: number,
	) {
		super(message);
		this.name = 'IncompleteReadError';
	}
}

const STATUS_WITH_A_MEANING_OF_ITS_OWN = new Set([401, 403, 404, 408, 429]);

/**
 * Whether the service refused the query itself, as it may do with a deep `skip` (its status for that
 * is not documented; 500 is the only documented one that fits).
 */
export function isRefusedQuery(failure: unknown): boolean {
	if (typeof failure !== 'object' || failure === null || !('httpCode' in failure)) return false;
	const status = Number(failure.httpCode);
	if (STATUS_WITH_A_MEANING_OF_ITS_OWN.has(status)) return false;
	return status === 500 || (status >= 400 && status < 500);
}

/** For a service whose answers never get any further. */
export function doesNotAdvance(position: number): IncompleteReadError {
	return new IncompleteReadError(
		'noAdvance',
		'The service gives the same events again whatever page it is asked for',
		Math.abs(position),
	);
}
