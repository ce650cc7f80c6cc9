import type { EventLogClient } from '../api/client';
import type { EventFilters } from '../api/filters';
import type { PageRequest, TimeRange } from '../api/page';
import { explainNoMatch } from './missedValues';
import { RECENT_PAGE_SIZE } from './recentEvents';
import { summarize } from './summary';

/** What was asked for. */
export interface FruitlessRequest {
	readonly filters: EventFilters;
	readonly range: TimeRange;
}

const NO_EVENT = 'The log holds no event';
const UNEXPLAINED =
	'No event matches. Check the time range and the filters: values are compared as the events have them, letter case included';

/**
 * Why nothing was found, in a sentence for the user. Where there are filters, one more request looks
 * at the newest events of the range; where that fails, the sentence says what can be said without.
 */
export async function explainNothingFound(
	client: Pick<EventLogClient, 'listPage'>,
	{ filters, range }: FruitlessRequest,
): Promise<string> {
	const isRanged = range.startMs !== undefined || range.endMs !== undefined;
	const of = isRanged ? ' in this time range' : '';
	if (Object.values(filters).every((value) => value === undefined)) return NO_EVENT + of;
	try {
		const { events } = await client.listPage({}, toPageRequest(range));
		const inRange = events.filter(({ createdAtMs }) => isWithin(createdAtMs, range));
		if (inRange.length === 0) return NO_EVENT + of;
		return explainNoMatch(filters, summarize(inRange), of);
	} catch {
		return UNEXPLAINED;
	}
}

/** The API's bounds are exclusive; where a service includes them, what is too much is left out. */
function toPageRequest({ startMs, endMs }: TimeRange): PageRequest {
	return {
		order: 'DESC',
		skip: 0,
		limit: RECENT_PAGE_SIZE,
		...(startMs !== undefined && startMs > 0 && { afterMs: startMs - 1 }),
		...(endMs !== undefined && { beforeMs: endMs }),
	};
}

function isWithin(ms: number, { startMs = -Infinity, endMs = Infinity }: TimeRange): boolean {
	return ms >= startMs && ms < endMs;
}
