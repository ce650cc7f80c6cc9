import type { EventLogClient } from '../api/client';
import type { TimeRange } from '../api/page';
import { EventLogFailure } from '../errors/failure';
import { readOldestTime } from '../reading/outermostEvent';

export interface BeginningRequest {
	readonly range: TimeRange;
	/** A range that begins before the log is a failure, and so is one of which nothing tells. */
	readonly isWholeRequired: boolean;
	/** A manifest names the log's beginning even if the range has no start. */
	readonly hasManifest?: boolean;
}

/**
 * Asks for the time of the log's oldest event, epoch milliseconds; undefined if it can't be known, or nobody needs it.
 *
 * @throws EventLogFailure
 */
export async function readLogBeginning(
	client: EventLogClient,
	{ range: { startMs }, isWholeRequired, hasManifest }: BeginningRequest,
): Promise<number | undefined> {
	if (startMs === undefined && !hasManifest) return undefined;
	const oldestMs = await readOldestTime(client);
	if (isWholeRequired && startMs !== undefined) {
		if (oldestMs === undefined) throw new EventLogFailure('logBeginningUnknown', {});
		if (oldestMs > startMs) throw new EventLogFailure('logBeginsLater', { atMs: oldestMs });
	}
	return oldestMs;
}
