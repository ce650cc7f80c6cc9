import type { EventLogClient } from '../api/client';
import type { ReadSettings } from '../parameters/parseReadOptions';
import { explainNothingFound } from '../recentLog/nothingFound';
import { formatCount, pluralize } from '../text/sentences';
import { toIsoTime } from '../text/times';
import type { RangeReading } from './readEvents';

type ReadingResult = Pick<RangeReading, 'selectedCount' | 'malformed' | 'logBeginsMs'>;

/** Tells why events may be missing. A result without events is explained by one more request. */
export async function collectReadingHints(
	client: EventLogClient,
	request: ReadSettings,
	{ selectedCount, malformed, logBeginsMs = -Infinity }: ReadingResult,
): Promise<readonly string[]> {
	const { startMs = Infinity } = request.range;
	const description = malformed.describe();
	return [
		description && `${description}. Such records are left out`,
		selectedCount === 0 ? await explainEmptyResult(client, request) : undefined,
		logBeginsMs > startMs
			? `The time range starts before the log's oldest event (${toIsoTime(logBeginsMs)}). Older events may have been deleted, or the log may have started then`
			: undefined,
	].filter((hint) => hint !== undefined);
}

export function collectLimitHints(
	{ limit, isExport }: ReadSettings,
	{ selectedCount }: ReadingResult,
): readonly string[] {
	if (limit === undefined || selectedCount < limit) return [];
	const advice = isExport ? "Raise 'Limit' in Options, or remove it" : "Turn on 'Return All'";
	return [
		`The result reached 'Limit' (${formatCount(limit)}), so there may be more events. ${advice} to get them all`,
	];
}

async function explainEmptyResult(client: EventLogClient, request: ReadSettings): Promise<string> {
	const { skip = 0 } = request;
	if (skip === 0) return await explainNothingFound(client, request);
	return `At most ${pluralize(skip, 'event')} matched, and 'Skip' left out as many`;
}
