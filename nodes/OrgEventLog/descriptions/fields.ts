import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { TYPED_DATE } from '../parameters/instants';
import { NUMBER_FIELDS, type NumberFieldName } from '../parameters/numberFields';
import { SWITCHES, type SwitchName } from '../parameters/switches';

/**
 * A field of tools alone is shown by this. It has to be the first condition: n8n shows a field as soon as it comes to
 * one whose value is an expression (n8n-workflow, `displayParameter`).
 */
export const FOR_TOOLS = { '@tool': [true] };

export const HOW_TO_ENTER_A_DATE = `Pick it, or type ${TYPED_DATE}, in the workflow's timezone.`;

/** Makes a field for a whole number, called as messages call it, with the default with which it is read. */
export function createNumberField(
	name: NumberFieldName,
	description: string,
	displayOptions?: IDisplayOptions,
): INodeProperties {
	const shown = displayOptions && { displayOptions };
	return { ...toField(NUMBER_FIELDS[name]), type: 'number', name, description, ...shown };
}

/** Does the same for a field that is on or off. */
export function createSwitchField(
	name: SwitchName,
	description: string,
	displayOptions?: IDisplayOptions,
): INodeProperties {
	const shown = displayOptions && { displayOptions };
	return { ...toField(SWITCHES[name]), type: 'boolean', name, description, ...shown };
}

function toField<Value>(field: { readonly label: string; readonly default: Value }) {
	return { displayName: field.label, default: field.default };
}

/** Makes the choices of a list by the values that workflows store: what each is called, and what to say of it. */
export function toOptions(
	texts: Readonly<Record<string, readonly [name: string, description: string]>>,
): INodePropertyOptions[] {
	return Object.entries(texts).map(([value, [name, description]]) => {
		return { name, value, description };
	});
}
