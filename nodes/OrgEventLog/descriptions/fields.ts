import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { CHOICE_FIELDS, type Choices } from '../parameters/choices';
import { TYPED_DATE } from '../parameters/enteredDates';
import { NUMBER_FIELDS } from '../parameters/numberFields';
import { SWITCHES } from '../parameters/switches';
import { COLUMNS_METHOD } from '../recentLog/editorLists/choices';

type Show = IDisplayOptions['show'];

const ROWS = { ...NUMBER_FIELDS, ...SWITCHES, ...CHOICE_FIELDS };

/** Makes a field with the label that messages use, and the default and the choices with which it is read. */
export function createField(
	name: keyof typeof ROWS,
	description?: string,
	show?: Show,
): INodeProperties {
	const { label: displayName, default: value } = ROWS[name];
	const shown = show && { displayOptions: { show } };
	const field = { displayName, name, default: value, description, ...shown };
	if (typeof value === 'number') return { ...field, type: 'number' };
	if (typeof value === 'boolean') return { ...field, type: 'boolean' };
	const { words = [], choices = {} }: Choices = ROWS[name];
	return { ...field, type: 'options', options: [...words.map(toOption), ...toOptions(choices)] };
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

export function createDateField(
	name: string,
	displayName: string,
	meaning: string,
): INodeProperties {
	const description = `${meaning} Pick it, or type ${TYPED_DATE}, in the workflow's timezone.`;
	return { displayName, name, type: 'dateTime', default: '', description };
}

/** Makes the amount and the unit of a range that is relative to now. */
export function createLastFields(show: Show): INodeProperties[] {
	const unit = "Days and weeks go back to the same time of day in the workflow's timezone";
	return [
		createField('lastAmount', 'How many units to go back from now', show),
		createField('lastUnit', unit, show),
	];
}

// Both nodes have these fields.

export const simplifyField = createField(
	'simplify',
	'Whether to return a simplified version of the response instead of the raw data',
);

export const columnsField: INodeProperties = {
	displayName: 'Columns',
	name: 'columns',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: COLUMNS_METHOD },
	allowArbitraryValues: true,
	default: [],
	description:
		'Which columns, in which order. None: all of them. An expression may give paths such as user_principal.user.groups.',
};

export const pageSizeOption = createField(
	'pageSize',
	'How many events to request at once. Without it, the node finds a length that is quick.',
);

export const timeoutOption = createField(
	'timeout',
	'How long to wait for each response, in milliseconds',
);
