import { toItemJson } from '../output/eventItems';
import type { EventOutput } from './eventOutput';
import type { OutputItem } from './operation';

/** One item for each event, or the note where there is none. */
export function createItemsOutput(simplified: boolean, noteIfNone: string): EventOutput {
	return {
		needsText: false,
		lighten: (fetchPage) => fetchPage,
		async write(batches) {
			const items: OutputItem[] = [];
			for await (const batch of batches) {
				for (const event of batch) items.push({ json: toItemJson(event, simplified) });
			}
			return items.length === 0 ? { items, note: noteIfNone } : { items };
		},
	};
}
