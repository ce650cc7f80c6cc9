import type { IDataObject } from 'n8n-workflow';
import { simplify } from '../events/columns';
import type { LoggedEvent } from '../events/event';
import type { EventShape } from '../parameters/parseOutput';
import { ChosenColumns } from './chosenColumns';

export function createItemJsonMaker(shape: EventShape): (event: LoggedEvent) => IDataObject {
	if (shape.kind === 'raw') return ({ fields }) => fields;
	if (shape.kind === 'simplified') return simplify;
	const columns = new ChosenColumns(shape.columns);
	return (event) => columns.toRecord(columns.valuesOf(event));
}
