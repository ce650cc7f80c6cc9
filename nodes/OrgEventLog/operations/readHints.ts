import type { EventLogClient } from '../api/client';
import { type FruitlessRequest, explainNothingFound } from '../recentLog/nothingFound';

interface ReadResult extends FruitlessRequest {
	/** How many events were read. */
	readonly events: number;
	/** How many were wanted at most. */
	readonly limit?: number;
}

/** Why there are no events, where there are none. */
export async function hintIfNone(
	client: EventLogClient,
	{ events, ...request }: ReadResult,
): Promise<string | undefined> {
	return events === 0 ? await explainNothingFound(client, request) : undefined;
}

/** That there may be more events than were read. */
export function hintIfCut({ events, limit }: ReadResult): string | undefined {
	if (limit === undefined || events < limit) return undefined;
	return `'Limit' allows ${limit} and so many came: there may be more. Turn on 'Return All' for all of them`;
}
