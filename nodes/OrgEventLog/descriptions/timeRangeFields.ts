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

/**
 * The condition that shows a field to tools alone. It has to come first: n8n shows a field as soon as it comes to a
 * condition whose value is an expression (n8n-workflow, `displayParameter`).
 */
const FOR_TOOLS = { '@tool': [true] };

const CALENDAR_PERIOD = { resource: ['event'], timeRange: ['period'] };
const DEFAULT_PERIOD = 'yesterday';
const WHERE_DAYS_START =
	"Days start at midnight in the workflow's timezone, which you can change in the workflow settings";

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
		displayOptions: { show: CALENDAR_PERIOD, hide: FOR_TOOLS },
		options: [...PERIOD_NAMES].sort().map((value) => ({
			...toOption(value),
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
		displayOptions: { show: { ...FOR_TOOLS, ...CALENDAR_PERIOD } },
		default: DEFAULT_PERIOD,
		placeholder: 'e.g. lastMonth',
		description: `One of ${PERIOD_NAMES.join(', ')}`,
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
