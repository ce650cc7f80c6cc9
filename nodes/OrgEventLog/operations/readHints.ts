import type { EventLogClient } from '../api/client';
import { type FruitlessRequest, explainNothingFound } from '../recentLog/nothingFound';

interface ReadResult extends FruitlessRequest {
	/** How many events were read. */
	readonly events: number;
	/** How many were wanted at most. */
	readonly limit?: number;
}

/** What the user should know of the events that were read: why there are none, or that there may be more. */
export async function hintsOf(
	client: EventLogClient,
	{ events, limit, ...request }: ReadResult,
): Promise<readonly string[]> {
	if (events === 0) return [await explainNothingFound(client, request)];
	if (limit === undefined || events < limit) return [];
	return [
		`'Limit' allows ${limit} and so many came: there may be more. Turn on 'Return All' for all of them`,
	];
}
