import type { GenericValue, IDataObject } from 'n8n-workflow';
import type { EventFields, LoggedEvent } from '../api/event';
import { simplify } from './simplify';

/** One event as the JSON of an item: its ready-to-use columns, or all that the API sent. */
export function toItemJson(event: LoggedEvent, simplified: boolean): IDataObject {
	return simplified ? simplify(event) : asSent(event.fields);
}

function asSent(fields: EventFields): IDataObject {
	if (isItemJson(fields)) return fields;
	throw new TypeError('An event holds a value that JSON has not');
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
