import type { EventLogClient } from '../api/client';
import type { TimeRange } from '../api/page';
import { EventLogFailure } from '../errors/failure';
import { toIsoTime } from '../events/columns';
import { readOldestTime } from '../reading/endOfLog';

/** Whether the log reaches back to where a range begins. */
export interface Coverage {
	/** When the log's oldest event was created, epoch milliseconds; undefined where that isn't known. */
	readonly logBeginsMs?: number;
	/** Undefined where that isn't known, or the range has no beginning. */
	readonly coversStart?: boolean;
}

interface CoverageQuestion {
	/** Whether to fail where the range begins before the log, or that can't be told. */
	readonly mustCover: boolean;
	/** Whether to find out where the log begins for a range without a beginning, too. */
	readonly alsoWithoutStart?: boolean;
	/** When the oldest event that was read was created: none is older than the log's. */
	readonly earliestReadMs?: number;
}

/** To be asked when the range has been read: a log loses its oldest events meanwhile. @throws EventLogFailure */
export async function readCoverage(
	client: Pick<EventLogClient, 'listPage'>,
	{ startMs }: TimeRange,
	{ mustCover, alsoWithoutStart = false, earliestReadMs = Infinity }: CoverageQuestion,
): Promise<Coverage> {
	if (startMs === undefined && !alsoWithoutStart) return {};
	const logBeginsMs = await readOldestTime(client);
	const isKnown = logBeginsMs !== undefined && logBeginsMs <= earliestReadMs;
	if (startMs === undefined) return isKnown ? { logBeginsMs } : {};
	if (!isKnown) {
		if (mustCover) throw new EventLogFailure('logBeginningUnknown', {});
		return {};
	}
	const coversStart = logBeginsMs <= startMs;
	if (mustCover && !coversStart) throw new EventLogFailure('logBeginsLater', { atMs: logBeginsMs });
	return { logBeginsMs, coversStart };
}

/** That events may be missing at the beginning of the range; it may as well be all there ever were. */
export function hintOfCoverage({ logBeginsMs, coversStart }: Coverage): string | undefined {
	if (coversStart !== false) return undefined;
	return `The time range starts before the log's oldest event (${toIsoTime(logBeginsMs)}). Older events may have been deleted, or the log may have started then`;
}
