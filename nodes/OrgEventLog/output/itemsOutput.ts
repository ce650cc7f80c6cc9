import type { GenericValue, IDataObject } from 'n8n-workflow';
import type { LoggedEvent } from '../api/event';
import { MAX_NESTING } from '../api/limits';
import { type JsonObject, isJsonObject } from '../json/jsonValues';
import { withinDepth } from '../json/nesting';
import { type EventShape, isDefaultChoice } from '../parameters/columns';
import { ChosenColumns } from './chosenColumns';
import { simplify } from './columns';
import type { MadeEvent } from './madeEvent';
import type { EventOutput, OutputItem } from './output';

/** One item for each event. */
export function createItemsOutput(shape: EventShape): EventOutput {
	return {
		needsText: false,
		async write(read) {
			const { toJson, hint } = createItemMaker(shape);
			const items: OutputItem[] = [];
			const toItems = (events: ReadonlyArray<MadeEvent<IDataObject>>) =>
				events.map(({ made }) => ({ json: made }));
			for await (const batch of read(toJson, toItems)) {
				for (const item of batch) items.push(item);
			}
			return { items, hint: items.length === 0 ? undefined : hint() };
		},
	};
}

/** Makes events into the JSON of items. */
export interface ItemMaker {
	readonly toJson: (event: LoggedEvent) => IDataObject;
	/** What the user should know of the items made so far. */
	readonly hint: () => string | undefined;
}

export function createItemMaker(shape: EventShape): ItemMaker {
	const noHint = () => undefined;
	if (shape.kind === 'raw') return { toJson: ({ fields }) => toItemJson(fields), hint: noHint };
	if (isDefaultChoice(shape.columns)) return { toJson: simplify, hint: noHint };
	const columns = new ChosenColumns(shape.columns);
	return {
		toJson: (event) => {
			const values = columns.valuesOf(event);
			return toItemJson(Object.fromEntries(columns.names.map((name, at) => [name, values[at]])));
		},
		hint: () => columns.hint(),
	};
}

function toItemJson(fields: JsonObject): IDataObject {
	const json = withinDepth(fields, MAX_NESTING);
	if (isJsonObject(json) && isItemJson(json)) return json;
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
