import type { INodeProperties } from 'n8n-workflow';
import { createDateField, createField } from './fields';

/** Makes the amount and the unit of a range that is relative to now, shown where `show` says. */
export function createLastFields(show: Record<string, string[]>): INodeProperties[] {
	return [
		createField('lastAmount', 'How many units to go back from now', { show }),
		createField(
			'lastUnit',
			"Days and weeks go back to the same time of day in the workflow's timezone",
			{ show },
		),
	];
}

export const timeRangeFields: INodeProperties[] = [
	createField(
		'timeRange',
		'A range includes its start but not its end, so that adjacent ranges share no event',
		{ show: { resource: ['event'] } },
	),
	...createLastFields({ resource: ['event'], timeRange: ['last'] }),
	createField(
		'period',
		"Days start at midnight in the workflow's timezone, which you can change in the workflow settings. Weeks start on Monday.",
		{ show: { resource: ['event'], timeRange: ['period'] } },
	),
	...[
		createDateField('after', 'From', 'Start of the range, included. Empty: from the oldest event.'),
		createDateField('before', 'To', 'End of the range, excluded. Empty: to the newest event.'),
	].map((field) => {
		return { ...field, displayOptions: { show: { resource: ['event'], timeRange: ['custom'] } } };
	}),
];
