import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { TYPED_DATE } from '../parameters/enteredDates';
import { NUMBER_FIELDS, type NumberFieldName } from '../parameters/numberFields';
import { SWITCHES, type SwitchName } from '../parameters/switches';

export const HOW_TO_ENTER_A_DATE = `Pick it, or type ${TYPED_DATE}, in the workflow's timezone.`;

/** Makes a field for a whole number with the label that messages use, and the default with which it is read. */
export function createNumberField(
	name: NumberFieldName,
	description: string,
	displayOptions?: IDisplayOptions,
): INodeProperties {
	const shown = displayOptions && { displayOptions };
	return { ...toLabelAndDefault(NUMBER_FIELDS[name]), type: 'number', name, description, ...shown };
}

export function createSwitchField(
	name: SwitchName,
	description: string,
	displayOptions?: IDisplayOptions,
): INodeProperties {
	const shown = displayOptions && { displayOptions };
	return { ...toLabelAndDefault(SWITCHES[name]), type: 'boolean', name, description, ...shown };
}

function toLabelAndDefault<Value>(field: { readonly label: string; readonly default: Value }) {
	return { displayName: field.label, default: field.default };
}

/** Makes the choices of a list from their names and descriptions, by the values that workflows store. */
export function toOptions(
	texts: Readonly<Record<string, readonly [name: string, description: string]>>,
): INodePropertyOptions[] {
	return Object.entries(texts).map(([value, [name, description]]) => {
		return { name, value, description };
	});
}

/** Makes a choice that is called as its value is: "Last Month" for `lastMonth`. */
export function toOption(value: string): { name: string; value: string } {
	const words = value.replace(/[A-Z]/g, ' $&');
	return { name: words.charAt(0).toUpperCase() + words.slice(1), value };
}
