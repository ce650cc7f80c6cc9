import type { FetchPage } from '../api/event';
import { toItemJson } from '../output/eventItems';
import { simplify } from '../output/simplify';
import type { EventOutput, OutputPlan } from './eventOutput';
import type { OutputItem } from './operation';

/** One item for each event, or the note where there is none. */
export function createItemsOutput(
	simplified: boolean,
	{ noteIfNone, someMayBeDropped }: OutputPlan,
): EventOutput {
	const isSimplifiedEarly = simplified && !someMayBeDropped;
	return {
		needsText: false,
		lighten: (fetchPage) => (isSimplifiedEarly ? withColumns(fetchPage) : fetchPage),
		async write(batches) {
			const items: OutputItem[] = [];
			for await (const batch of batches) {
				for (const event of batch) {
					items.push({ json: toItemJson(event, simplified && !isSimplifiedEarly) });
				}
			}
			return items.length === 0 ? { items, note: noteIfNone } : { items };
		},
	};
}

/**
 * Pages whose events hold their columns only: all else that was parsed is garbage at once, where it
 * would otherwise be held, and moved about by the collector, until the whole log is read.
 */
function withColumns(fetchPage: FetchPage): FetchPage {
	return async (request) => {
		const { events, ...page } = await fetchPage(request);
		const simplifiedEvents = events.map((event) => ({
			id: event.id,
			createdAtMs: event.createdAtMs,
			fields: simplify(event),
		}));
		return { ...page, events: simplifiedEvents };
	};
}
