import type { GenericValue, IDataObject } from 'n8n-workflow';
import type { EventFields, LoggedEvent } from '../api/event';
import { simplify } from './columns';
import type { EventOutput, OutputItem, OutputRequest } from './output';

/** One item for each event, or the hint where there is none. */
export function createItemsOutput(
	simplified: boolean,
	{ hintIfNone }: Pick<OutputRequest, 'hintIfNone'>,
): EventOutput {
	return {
		needsText: false,
		async write(read) {
			const items: OutputItem[] = [];
			for await (const batch of read((event) => toItemJson(event, simplified))) {
				for (const { made } of batch) items.push({ json: made });
			}
			return items.length === 0 ? { items, hint: hintIfNone } : { items };
		},
	};
}

/** One event as the JSON of an item: its ready-to-use columns, or all that the API sent. */
export function toItemJson(event: LoggedEvent, simplified: boolean): IDataObject {
	return simplified ? simplify(event) : asSent(event.fields);
}

function asSent(fields: EventFields): IDataObject {
	if (isItemJson(fields)) return fields;
	throw new TypeError('An event holds something that JSON cannot express');
}

function isItemJson(fields: EventFields): fields is EventFields & IDataObject {
	for (const name in fields) {
		if (!isItemValue(fields[name])) return false;
	}
	return true;
}

function isItemValue(value: unknown): value is GenericValue {
	return typeof value !== 'function' && typeof value !== 'symbol' && typeof value !== 'bigint';
}
