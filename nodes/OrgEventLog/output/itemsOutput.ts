import { EventLogFailure } from '../errors/failure';
import type { LoggedEvent } from '../events/event';
import type { EventShape } from '../parameters/parseOutput';
import { createItemJsonMaker } from './eventColumns';
import type { OutputWriter, OutputItem } from './outputWriter';

/** n8n keeps all items of an execution in memory: each of these takes some 3 KB. */
export const MAX_ITEMS = 500_000;

/** Gives one item per event. All are kept until the last one is there, so that too many have to be a failure. */
export function createItemsOutput(shape: EventShape, maxItems = MAX_ITEMS): OutputWriter {
	return {
		async write(read) {
			const toJson = createItemJsonMaker(shape);
			const toItem = (event: LoggedEvent): OutputItem => ({ json: toJson(event) });
			const items: OutputItem[] = [];
			for await (const page of read(toItem)) {
				for (const { output } of page) items.push(output);
				if (items.length > maxItems) throw new EventLogFailure('tooManyItems', {});
			}
			return items;
		},
	};
}
