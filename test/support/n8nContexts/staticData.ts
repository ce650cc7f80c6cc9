import { ObservableObject, type IDataObject } from 'n8n-workflow';

/** A workflow's static data as n8n holds it in memory, with the saving in the test's hands. */
export interface StaticDataStore {
	/** Observed as in n8n: `global` and `node:<name>` by key. Shared by all contexts given it. */
	readonly live: IDataObject;
	/** With durable cursors the node's data: a plain copy of a row, not part of the workflow's. */
	readonly cursor?: IDataObject;
	/** Whether n8n would save it: something at its surface was assigned or deleted. */
	readonly changed: boolean;
	/** The data of one node, empty where there is none. */
	node(nodeName?: string): IDataObject;
	/** The workflow's own data, empty where there is none. */
	global(): IDataObject;
	/** The JSON that n8n writes to its database; it counts as saved from here on. */
	save(): string;
}

/** The name of the node in contexts that are given no other. */
export const DEFAULT_NODE_NAME = 'Node under test';

function isDataObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseSaved(json: string): IDataObject {
	const saved: unknown = JSON.parse(json);
	if (isDataObject(saved)) return saved;
	throw new Error('Static data is saved as an object');
}

/**
 * Static data from what `save` gave, empty without it. Each call makes a copy of its own.
 * `cursorJson` is the row of a durable cursor.
 */
export function createStaticData(savedJson = '{}', cursorJson?: string): StaticDataStore {
	const live: IDataObject = ObservableObject.create(parseSaved(savedJson), undefined, {
		ignoreEmptyOnFirstChild: true,
	});
	const part = (key: string): IDataObject => {
		const value = live[key];
		return isDataObject(value) ? value : {};
	};
	const cursor = cursorJson === undefined ? undefined : parseSaved(cursorJson);
	return {
		live,
		cursor,
		get changed() {
			return live.__dataChanged === true;
		},
		node: (nodeName = DEFAULT_NODE_NAME) => cursor ?? part(`node:${nodeName}`),
		global: () => part('global'),
		save() {
			const json = JSON.stringify(live);
			live.__dataChanged = false;
			return json;
		},
	};
}
