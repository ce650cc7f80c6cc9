import type { INodeProperties } from 'n8n-workflow';
import { LAST_UNITS, PERIOD_NAMES } from '../parameters/timeRanges';
import { HOW_TO_ENTER_A_DATE, createNumberField, toOption, toOptions } from './fields';

/** Makes the amount and the unit of a range that is relative to now, shown where `show` says. */
export function createLastFields(show: Record<string, string[]>): INodeProperties[] {
	return [
		createNumberField('lastAmount', 'How many units to go back from now', { show }),
		{
			displayName: 'Unit',
			name: 'lastUnit',
			type: 'options',
			displayOptions: { show },
			options: LAST_UNITS.map(toOption),
			default: 'hours',
			description: "Days and weeks go back to the same time of day in the workflow's timezone",
		},
	];
}

export const timeRangeFields: INodeProperties[] = [
	{
		displayName: 'Time Range',
		name: 'timeRange',
		type: 'options',
		displayOptions: { show: { resource: ['event'] } },
		options: toOptions({
			all: ['All Time', 'From the oldest event in the log to the newest'],
			last: ['Relative to Now', 'A number of minutes, hours, days or weeks up to now'],
			period: [
				'Calendar Period',
				'A calendar day, week, month, quarter or year, such as last month',
			],
			custom: ['Custom', 'Between two dates, since a date, or before a date'],
		}),
		default: 'all',
		description:
			'A range includes its start but not its end, so that adjacent ranges share no event',
	},
	...createLastFields({ resource: ['event'], timeRange: ['last'] }),
	{
		displayName: 'Period',
		name: 'period',
		type: 'options',
		displayOptions: { show: { resource: ['event'], timeRange: ['period'] } },
		options: [...PERIOD_NAMES].sort().map((value) => ({
			...toOption(value),
			...(value.endsWith('Week') && { description: 'Monday to Sunday' }),
		})),
		default: 'yesterday',
		description:
			"Days start at midnight in the workflow's timezone, which you can change in the workflow settings",
	},
	{
		displayName: 'From',
		name: 'after',
		type: 'dateTime',
		displayOptions: { show: { resource: ['event'], timeRange: ['custom'] } },
		default: '',
		description: `Start of the range, included. Empty: from the oldest event. ${HOW_TO_ENTER_A_DATE}`,
	},
	{
		displayName: 'To',
		name: 'before',
		type: 'dateTime',
		displayOptions: { show: { resource: ['event'], timeRange: ['custom'] } },
		default: '',
		description: `End of the range, excluded. Empty: to the newest event. ${HOW_TO_ENTER_A_DATE}`,
	},
];
