import type { EventLogClient } from '../api/client';
import type { MalformedRecords } from '../api/malformedRecords';
import { counted, inDigits } from '../output/digest';
import type { ReadOptions } from '../parameters/parseReadOptions';
import { type FruitlessRequest, explainNothingFound } from '../recentLog/explanations/nothingFound';

/** What was asked for, and how many events were read. */
interface ReadResult extends FruitlessRequest, Pick<ReadOptions, 'limit' | 'skip' | 'sample'> {
	readonly events: number;
}

/** Why there are no events, where there are none. */
export async function hintIfNone(
	client: EventLogClient,
	{ events, skip, ...request }: ReadResult,
): Promise<string | undefined> {
	if (events > 0) return undefined;
	return skip > 0
		? `'Skip' leaves out the first ${counted(skip, 'event')}, and there are no others`
		: await explainNothingFound(client, request);
}

/** That there may be more events than were read. */
export function hintIfCut({ events, limit }: ReadResult): string | undefined {
	if (limit === undefined || events < limit) return undefined;
	return `The result reached 'Limit' (${limit}), so there may be more events. Turn on 'Return All' to get them all`;
}

/** That something is left out which may be an event. */
export function hintOfMalformed(malformed: MalformedRecords): string | undefined {
	const described = malformed.describe();
	return described && `${described}. Such records are left out`;
}

/** That these are not all the events that were read. */
export function hintOfSample({ events, sample }: ReadResult): string | undefined {
	if (sample === undefined || events === 0) return undefined;
	const size = inDigits(Math.min(sample.size, events));
	return `A random sample of ${size} of ${counted(events, 'event')}. The same Sample Seed selects the same events`;
}
