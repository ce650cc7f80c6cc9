import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { CHOICE_FIELDS, type Choices } from '../parameters/choiceFields';
import { DATE_ENTRY_EXAMPLE } from '../parameters/enteredDates';
import { NUMBER_FIELDS } from '../parameters/numberFields';
import { SWITCH_FIELDS } from '../parameters/switchFields';
import { COLUMNS_METHOD } from '../recentLog/editorLists/listChoices';

type ShowRule = IDisplayOptions['show'];

const FIELDS = { ...NUMBER_FIELDS, ...SWITCH_FIELDS, ...CHOICE_FIELDS };

/** Creates a field from the table that its parser uses, so that both have the same label, default and choices. */
export function createField(
	name: keyof typeof FIELDS,
	description?: string,
	show?: ShowRule,
): INodeProperties {
	const { label: displayName, default: value } = FIELDS[name];
	const visibility = show && { displayOptions: { show } };
	const field = { displayName, name, default: value, description, ...visibility };
	if (typeof value === 'number') return { ...field, type: 'number' };
	if (typeof value === 'boolean') return { ...field, type: 'boolean' };
	const { values = [], namedValues = {} }: Choices = FIELDS[name];
	const options = [...values.map(toOption), ...toOptions(namedValues)];
	return { ...field, type: 'options', options };
}

/** Workflows store the keys of the table. */
export function toOptions(table: NonNullable<Choices['namedValues']>): INodePropertyOptions[] {
	return Object.entries(table).map(([value, [name, description]]) => {
		return { name, value, description };
	});
}

/** Names a choice after its value: `lastMonth` is called "Last Month". */
function toOption(value: string): INodePropertyOptions {
	const words = value.replace(/[A-Z]/g, ' $&');
	return { name: words.charAt(0).toUpperCase() + words.slice(1), value };
}

export function createDateField(name: string, label: string, meaning: string): INodeProperties {
	const description = `${meaning} Pick it, or type ${DATE_ENTRY_EXAMPLE}, in the workflow's timezone.`;
	return { displayName: label, name, type: 'dateTime', default: '', description };
}

export function createRelativeRangeFields(show: ShowRule): INodeProperties[] {
	const unitMeaning = "Days and weeks go back to the same time of day in the workflow's timezone";
	return [
		createField('lastAmount', 'How many units to go back from now', show),
		createField('lastUnit', unitMeaning, show),
	];
}

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
		'Which columns, in which order. None: all, or those of a report for a file. Expressions may give paths: user_principal.user.groups.',
};

export const pageSizeOption = createField(
	'pageSize',
	'How many events to request at once. Without it, the node finds a length that is quick.',
);

export const timeoutOption = createField(
	'timeout',
	'How long to wait for each response, in milliseconds',
);
