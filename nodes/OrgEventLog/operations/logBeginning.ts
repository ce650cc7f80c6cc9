import type { EventLogClient } from '../api/client';
import { EventLogFailure } from '../errors/failure';
import type { ReadRequest } from '../parameters/parseReadOptions';
import { readOldestTime } from '../reading/outermostEvent';

/**
 * Asks for the time of the log's oldest event, epoch milliseconds; undefined if it can't be known, or nobody needs it.
 *
 * @throws EventLogFailure
 */
export async function readLogBeginning(
	client: EventLogClient,
	{ range: { startMs }, isWholeRequired, hasManifest }: ReadRequest,
): Promise<number | undefined> {
	if (startMs === undefined && !hasManifest) return undefined;
	const oldestMs = await readOldestTime(client);
	if (isWholeRequired && startMs !== undefined) {
		if (oldestMs === undefined) throw new EventLogFailure('logBeginningUnknown', {});
		if (oldestMs > startMs) throw new EventLogFailure('logBeginsLater', { atMs: oldestMs });
	}
	return oldestMs;
}
