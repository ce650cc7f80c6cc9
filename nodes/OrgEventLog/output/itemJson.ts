import type { IDataObject } from 'n8n-workflow';
import { simplify } from '../events/columns';
import type { LoggedEvent } from '../events/event';
import type { EventShape } from '../parameters/parseOutput';
import { createColumnReader } from './columnReader';

export function createItemJsonMaker(shape: EventShape): (event: LoggedEvent) => IDataObject {
	if (shape.kind === 'raw') return ({ fields }) => fields;
	if (shape.kind === 'simplified') return simplify;
	const readers = shape.columns.map((name) => [name, createColumnReader(name)] as const);
	return (event) => Object.fromEntries(readers.map(([name, read]) => [name, read(event)]));
}
