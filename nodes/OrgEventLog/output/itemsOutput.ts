import type { GenericValue, IDataObject } from 'n8n-workflow';
import type { LoggedEvent } from '../events/event';
import { MAX_ITEMS_BYTES } from '../events/limits';
import { EventLogFailure } from '../errors/failure';
import type { JsonObject } from '../json/jsonValues';
import type { EventShape } from '../parameters/parseOutput';
import { ChosenColumns, simplify } from '../events/columns';
import type { EventOutput, OutputItem } from './eventOutput';
import { estimateBytes } from './memoryEstimate';

/**
 * Gives one item per event. All of them are kept until the last one is there, whatever a service goes on sending: so
 * reading fails when they take too much memory.
 */
export function createItemsOutput(shape: EventShape, maxBytes = MAX_ITEMS_BYTES): EventOutput {
	return {
		async write(read) {
			const { pick, hint } = createPicker(shape);
			let bytes = 0;
			const toItem = (event: LoggedEvent): OutputItem => {
				const fields = pick(event);
				bytes += estimateBytes(fields);
				if (bytes > maxBytes) throw new EventLogFailure('tooManyItems', { maxBytes });
				return { json: toItemJson(fields) };
			};
			const items: OutputItem[] = [];
			for await (const page of read(toItem)) {
				for (const { output } of page) items.push(output);
			}
			return { items, hint: items.length === 0 ? undefined : hint?.() };
		},
	};
}

/** Makes events into the JSON of items. */
export function createItemMaker(shape: EventShape): (event: LoggedEvent) => IDataObject {
	const { pick } = createPicker(shape);
	return (event) => toItemJson(pick(event));
}

interface Picker {
	readonly pick: (event: LoggedEvent) => JsonObject;
	readonly hint?: () => string | undefined;
}

function createPicker(shape: EventShape): Picker {
	if (shape.kind === 'raw') return { pick: ({ fields }) => fields };
	if (shape.kind === 'simplified') return { pick: simplify };
	const columns = new ChosenColumns(shape.columns);
	const pick = (event: LoggedEvent) => columns.toRecord(columns.valuesOf(event));
	return { pick, hint: () => columns.describeUnseen() };
}

/** Gives fields as n8n takes them for the JSON of an item. @throws TypeError for a value that JSON can't express */
export function toItemJson(fields: JsonObject): IDataObject {
	if (isItemJson(fields)) return fields;
	throw new TypeError('An event holds something that JSON cannot express');
}

function isItemJson(fields: JsonObject): fields is JsonObject & IDataObject {
	for (const name in fields) {
		if (!isItemValue(fields[name])) return false;
	}
	return true;
}

function isItemValue(value: unknown): value is GenericValue {
	return typeof value !== 'function' && typeof value !== 'symbol' && typeof value !== 'bigint';
}
