import type { LoggedEvent } from '../events/event';
import { EventLogFailure } from '../errors/failure';
import type { EventShape } from '../parameters/parseOutput';
import type { OutputWriter, OutputItem } from './outputWriter';
import { createItemJsonMaker } from './itemJson';
import { MAX_ITEMS_BYTES, estimateBytes } from './memoryEstimate';

/**
 * Gives one item per event. All of them are kept until the last one is there, whatever a service goes on sending: so
 * reading fails when they take too much memory.
 */
export function createItemsOutput(shape: EventShape, maxBytes = MAX_ITEMS_BYTES): OutputWriter {
	return {
		async write(read) {
			const toJson = createItemJsonMaker(shape);
			const toItem = (event: LoggedEvent): OutputItem => ({ json: toJson(event) });
			const items: OutputItem[] = [];
			let bytes = 0;
			for await (const page of read(toItem)) {
				for (const { output } of page) {
					bytes += estimateBytes(output.json);
					if (bytes > maxBytes) throw new EventLogFailure('tooManyItems', { maxBytes });
					items.push(output);
				}
			}
			return items;
		},
	};
}
