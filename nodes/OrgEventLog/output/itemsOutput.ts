import { EventLogFailure } from '../errors/failure';
import type { EventShape } from '../parameters/parseOutput';
import { createItemJsonConverter } from './eventConverters';
import type { OutputWriter, OutputItem } from './outputWriter';

/** n8n keeps all items of an execution in memory: each takes about 3 KB. */
export const MAX_ITEMS = 500_000;

/** Gives one item per event. They stay in memory until the last event is read, so too many of them are a failure. */
export function createItemsOutput(shape: EventShape, maxItems = MAX_ITEMS): OutputWriter {
	return {
		async write(read) {
			const toJson = createItemJsonConverter(shape);
			const items: OutputItem[] = [];
			for await (const page of read((event): OutputItem => ({ json: toJson(event) }))) {
				for (const { output } of page) items.push(output);
				if (items.length > maxItems) throw new EventLogFailure('tooManyItems', {});
			}
			return items;
		},
	};
}
