import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { TYPED_DATE } from '../parameters/enteredDates';
import { CHOICE_FIELDS, type Choices } from '../parameters/choices';
import { NUMBER_FIELDS } from '../parameters/numberFields';
import { SWITCHES } from '../parameters/switches';

const ROWS = { ...NUMBER_FIELDS, ...SWITCHES, ...CHOICE_FIELDS };

/** Makes a field with the label that messages use, and the default and the choices with which it is read. */
export function createField(
	name: keyof typeof ROWS,
	description?: string,
	displayOptions?: IDisplayOptions,
): INodeProperties {
	const { label: displayName, default: value } = ROWS[name];
	const shown = displayOptions && { displayOptions };
	const field = { displayName, name, default: value, description, ...shown };
	if (typeof value === 'number') return { ...field, type: 'number' };
	if (typeof value === 'boolean') return { ...field, type: 'boolean' };
	const { words = [], choices = {} }: Choices = ROWS[name];
	return { ...field, type: 'options', options: [...words.map(toOption), ...toOptions(choices)] };
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

/** Makes the choices of a list from their names and descriptions, by the values that workflows store. */
export function toOptions(texts: NonNullable<Choices['choices']>): INodePropertyOptions[] {
	return Object.entries(texts).map(([value, [name, description]]) => {
		return { name, value, description };
	});
}

/** Makes a choice that is called as its value is: "Last Month" for `lastMonth`. */
function toOption(value: string): INodePropertyOptions {
	const words = value.replace(/[A-Z]/g, ' $&');
	return { name: words.charAt(0).toUpperCase() + words.slice(1), value };
}
