import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { TYPED_DATE } from '../parameters/enteredDates';
import { CHOICE_FIELDS, type ChoiceField, type ChoiceName } from '../parameters/choices';
import { NUMBER_FIELDS, type NumberFieldName } from '../parameters/numberFields';
import { SWITCHES, type SwitchName } from '../parameters/switches';

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

export function createDateField(
	name: string,
	displayName: string,
	meaning: string,
	displayOptions?: IDisplayOptions,
): INodeProperties {
	const description = `${meaning} Pick it, or type ${TYPED_DATE}, in the workflow's timezone.`;
	const shown = displayOptions && { displayOptions };
	return { displayName, name, type: 'dateTime', default: '', description, ...shown };
}

export function createChoiceField(
	name: ChoiceName,
	description?: string,
	displayOptions?: IDisplayOptions,
): INodeProperties {
	const field: ChoiceField = CHOICE_FIELDS[name];
	const { words = [], choices = {} } = field;
	const shown = displayOptions && { displayOptions };
	const options = [...words.map(toOption), ...toOptions(choices)];
	return { ...toLabelAndDefault(field), type: 'options', name, options, description, ...shown };
}

/** Makes the choices of a list from their names and descriptions, by the values that workflows store. */
export function toOptions(texts: NonNullable<ChoiceField['choices']>): INodePropertyOptions[] {
	return Object.entries(texts).map(([value, [name, description]]) => {
		return { name, value, description };
	});
}

/** Makes a choice that is called as its value is: "Last Month" for `lastMonth`. */
function toOption(value: string): INodePropertyOptions {
	const words = value.replace(/[A-Z]/g, ' $&');
	return { name: words.charAt(0).toUpperCase() + words.slice(1), value };
}
