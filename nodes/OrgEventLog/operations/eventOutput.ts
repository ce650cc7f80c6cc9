import type { LoggedEvent } from '../api/event';
import { toItemJson } from '../output/eventItems';
import type { OperationOutput, OutputItem } from './operation';

/** One item for each event, or the note where there is none. */
export async function toEventItems(
	batches: AsyncIterable<readonly LoggedEvent[]>,
	simplified: boolean,
	noteIfNone: string,
): Promise<OperationOutput> {
	const items: OutputItem[] = [];
	for await (const batch of batches) {
		for (const event of batch) items.push({ json: toItemJson(event, simplified) });
	}
	return items.length === 0 ? { items, note: noteIfNone } : { items };
}
