import { EventLogFailure } from '../errors/failure';
import type { LoggedEvent } from '../events/event';
import { isJsonObject } from '../json/jsonValues';
import type { EventShape } from '../parameters/parseOutput';
import { createItemJsonMaker } from './eventColumns';
import type { OutputWriter, OutputItem } from './outputWriter';

/** The items of one input item take no more memory than this: more than 700,000 simplified events. */
export const MAX_ITEMS_BYTES = 1536 * 1024 * 1024;

/** A value takes a place in its list or object, and memory of its own besides its letters. */
const BYTES_PER_VALUE = 48;
const BYTES_PER_CHARACTER = 2;

/** Gives one item per event. All are kept until the last one is there, so that too many have to be a failure. */
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

/** This runs for every event of an output: `for … in` over a list would take ten times as long. */
export function estimateBytes(value: unknown): number {
	if (typeof value === 'string') return BYTES_PER_CHARACTER * value.length;
	let size = 0;
	if (Array.isArray(value)) {
		for (const member of value) size += BYTES_PER_VALUE + estimateBytes(member);
	} else if (isJsonObject(value)) {
		for (const name in value) size += BYTES_PER_VALUE + estimateBytes(value[name]);
	}
	return size;
}
