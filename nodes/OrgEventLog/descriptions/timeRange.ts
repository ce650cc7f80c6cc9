import type { INodeProperties } from 'n8n-workflow';
import { LAST_UNITS, PERIOD_NAMES } from '../parameters/timeRanges';

/** A choice that is called as its value is: "Last Month" for `lastMonth`. */
export function toChoice(value: string): { name: string; value: string } {
	const words = value.replace(/[A-Z]/g, ' $&');
	return { name: words.charAt(0).toUpperCase() + words.slice(1), value };
}

/** The amount and the unit of a range that is relative to now, shown where `show` says. */
export function lastFields(show: Record<string, string[]>): INodeProperties[] {
	return [
		{
			displayName: 'Last',
			name: 'lastAmount',
			type: 'number',
			displayOptions: { show },
			default: 24,
			description: 'How many of the units below, counted back from now',
		},
		{
			displayName: 'Unit',
			name: 'lastUnit',
			type: 'options',
			displayOptions: { show },
			options: LAST_UNITS.map(toChoice),
			default: 'hours',
			description:
				'Days and weeks go back to the same time of day in the timezone of the workflow, also when the clocks have changed in between',
		},
	];
}

const CALENDAR_PERIOD = { resource: ['event'], timeRange: ['period'] };
const DEFAULT_PERIOD = 'yesterday';
const WHERE_DAYS_START =
	'Days start at midnight in the timezone of the workflow, which its settings show and can change';

export const timeRangeFields: INodeProperties[] = [
	{
		displayName: 'Time Range',
		name: 'timeRange',
		type: 'options',
		displayOptions: { show: { resource: ['event'] } },
		options: [
			{
				name: 'All Time',
				value: 'all',
				description: 'From the first event of the log to the newest',
			},
			{
				name: 'Relative to Now',
				value: 'last',
				description: 'A number of minutes, hours, days or weeks up to now',
			},
			{
				name: 'Calendar Period',
				value: 'period',
				description: 'A day, week, month, quarter or year of the calendar, such as last month',
			},
			{
				name: 'Custom',
				value: 'custom',
				description: 'Between two dates, or from or up to one',
			},
		],
		default: 'all',
		description:
			'When the events were created. A range includes its start and ends just short of its end, so that neighboring ranges share no event and miss none.',
	},
	...lastFields({ resource: ['event'], timeRange: ['last'] }),
	{
		displayName: 'Period',
		name: 'period',
		type: 'options',
		displayOptions: { show: CALENDAR_PERIOD, hide: { '@tool': [true] } },
		options: [...PERIOD_NAMES].sort().map((value) => ({
			...toChoice(value),
			...(value.endsWith('Week') && { description: 'Monday to Sunday' }),
		})),
		default: DEFAULT_PERIOD,
		description: WHERE_DAYS_START,
	},
	{
		displayName: 'Period',
		name: 'period',
		// n8n lets a language model fill a text, but no choice.
		type: 'string',
		displayOptions: { show: { ...CALENDAR_PERIOD, '@tool': [true] } },
		default: DEFAULT_PERIOD,
		placeholder: 'e.g. lastMonth',
		description: `One of ${PERIOD_NAMES.join(', ')}. ${WHERE_DAYS_START}.`,
	},
	{
		displayName: 'After',
		name: 'after',
		type: 'dateTime',
		displayOptions: { show: { resource: ['event'], timeRange: ['custom'] } },
		default: '',
		description:
			'The start, itself included: a date in the timezone of the workflow, or with an offset such as Z. Leave empty to start with the first event of the log.',
	},
	{
		displayName: 'Before',
		name: 'before',
		type: 'dateTime',
		displayOptions: { show: { resource: ['event'], timeRange: ['custom'] } },
		default: '',
		description:
			'The end, itself not included: a date in the timezone of the workflow, or with an offset such as Z. Leave empty to end with the newest event.',
	},
];
