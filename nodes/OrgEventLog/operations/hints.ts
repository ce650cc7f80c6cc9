import type { EventLogClient } from '../api/client';
import type { MalformedRecords } from '../api/malformedRecords';
import type { TimeRange } from '../api/page';
import { toIsoTime } from '../text/times';
import { pluralize } from '../text/numbers';
import { explainNothingFound } from '../recentLog/nothingFound';
import type { ReadRequest } from '../parameters/parseReadOptions';
import type { RangeReading } from './readEvents';

/** Tells about events that are missing. */
export async function hintsOfReading(
	client: EventLogClient,
	request: ReadRequest,
	{ passedCount, malformed, logBeginsMs }: RangeReading,
): Promise<ReadonlyArray<string | undefined>> {
	return [
		hintOfMalformed(malformed),
		passedCount === 0 ? await hintOfNothing(client, request) : undefined,
		hintOfBeginning(request.range, logBeginsMs),
	];
}

/** Tells that there may be more events than the limit let through. */
export function hintsOfLimit(
	{ limit, hasManifest }: ReadRequest,
	{ passedCount }: RangeReading,
): readonly string[] {
	if (limit === undefined || passedCount < limit) return [];
	const advice = hasManifest ? "Raise 'Limit' in Options, or remove it" : "Turn on 'Return All'";
	return [
		`The result reached 'Limit' (${limit}), so there may be more events. ${advice} to get them all`,
	];
}

export function hintOfMalformed(malformed: MalformedRecords): string | undefined {
	const description = malformed.describe();
	return description && `${description}. Such records are left out`;
}

/** A log that begins within the range may have lost its beginning; it may as well be all there ever was. */
export function hintOfBeginning(
	{ startMs = Infinity }: TimeRange,
	logBeginsMs = -Infinity,
): string | undefined {
	if (logBeginsMs <= startMs) return undefined;
	return `The time range starts before the log's oldest event (${toIsoTime(logBeginsMs)}). Older events may have been deleted, or the log may have started then`;
}

async function hintOfNothing(client: EventLogClient, request: ReadRequest): Promise<string> {
	const { skip = 0 } = request;
	if (skip === 0) return await explainNothingFound(client, request);
	return `'Skip' leaves out the first ${pluralize(skip, 'event')}, and there are no others`;
}
