import type { IDataObject } from 'n8n-workflow';
import { simplify } from '../events/columns';
import type { LoggedEvent } from '../events/event';
import type { EventShape } from '../parameters/parseOutput';
import { ChosenColumns } from './chosenColumns';

/** Makes the JSON of items. */
export interface ItemJsonMaker {
	readonly toJson: (event: LoggedEvent) => IDataObject;
	/** Gives a hint for the user if no event has some of the columns that were chosen. */
	readonly describeUnseen?: () => string | undefined;
}

export function createItemJsonMaker(shape: EventShape): ItemJsonMaker {
	if (shape.kind === 'raw') return { toJson: ({ fields }) => fields };
	if (shape.kind === 'simplified') return { toJson: simplify };
	const columns = new ChosenColumns(shape.columns);
	return {
		toJson: (event) => columns.toRecord(columns.valuesOf(event)),
		describeUnseen: () => columns.describeUnseen(),
	};
}
