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
			const { toJson, describeUnseen } = createItemJsonMaker(shape);
			let bytes = 0;
			const toItem = (event: LoggedEvent): OutputItem => {
				const json = toJson(event);
				bytes += estimateBytes(json);
				if (bytes > maxBytes) throw new EventLogFailure('tooManyItems', { maxBytes });
				return { json };
			};
			const items: OutputItem[] = [];
			for await (const page of read(toItem)) {
				for (const { output } of page) items.push(output);
			}
			return { items, hint: items.length === 0 ? undefined : describeUnseen?.() };
		},
	};
}
