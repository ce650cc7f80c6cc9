import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { filtersOfSource } from '../api/filters';
import {
	BURST_COUNT_RANGE,
	BURST_MINUTES_RANGE,
	DEFAULT_BURST_COUNT,
	DEFAULT_BURST_GROUP,
	DEFAULT_BURST_MINUTES,
	DEFAULT_LATE_EVENT_WINDOW_MINUTES,
	DEFAULT_MAX_EVENTS_PER_POLL,
	DEFAULT_SUPPRESS_REPEATS_MINUTES,
	LATE_EVENT_WINDOW_MINUTES_RANGE,
	MAX_EVENTS_PER_POLL_RANGE,
	SUPPRESS_REPEATS_MINUTES_RANGE,
} from '../parameters/defaults';
import { filterFieldsOf } from './filterFields';
import { pageSizeOption, timeoutOption } from './options';
import { columnsField, simplifyField } from './output';
import { presetField } from './preset';
import { lastFields } from './timeRange';

/**
 * The same for either source, for n8n drops what a field does not offer: a filter that only the service applies
 * would be gone without a word when the source is changed to Feed. There it is refused.
 */
const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: filterFieldsOf(filtersOfSource('list')),
	description:
		'An event starts the workflow if it passes every filter that is set. Service Account Name, Service Name and Workload Container ID work only with the source List.',
};

const SHOWN_FOR_BURSTS = { show: { emit: ['burst'] } };

const burstFields: INodeProperties[] = [
	{
		displayName: 'Burst Count',
		name: 'burstCount',
		type: 'number',
		displayOptions: SHOWN_FOR_BURSTS,
		typeOptions: {
			minValue: BURST_COUNT_RANGE.min,
			maxValue: BURST_COUNT_RANGE.max,
			numberPrecision: 0,
		},
		default: DEFAULT_BURST_COUNT,
		description: 'How many events within the minutes below start the workflow',
	},
	{
		displayName: 'Burst Minutes',
		name: 'burstMinutes',
		type: 'number',
		displayOptions: SHOWN_FOR_BURSTS,
		typeOptions: {
			minValue: BURST_MINUTES_RANGE.min,
			maxValue: BURST_MINUTES_RANGE.max,
			numberPrecision: 0,
		},
		default: DEFAULT_BURST_MINUTES,
		description:
			'Within how much time. With each new event the log is read that far back once more, so that fewer minutes are quicker.',
	},
	{
		displayName: 'Burst Per',
		name: 'burstPer',
		type: 'options',
		displayOptions: SHOWN_FOR_BURSTS,
		options: [
			{ name: 'All', value: 'all', description: 'All events that pass the filters, together' },
			{
				name: 'Device',
				value: 'device',
				description: 'The events of each device; those that name none do not count',
			},
			{
				name: 'Happening',
				value: 'happening',
				description:
					'The events with the same dedupeKey: the same thing happening to the same user, device and service',
			},
			{
				name: 'User',
				value: 'user',
				description: 'The events of each user; those that name none do not count',
			},
		],
		default: DEFAULT_BURST_GROUP,
		description: 'Which events are counted together',
	},
];

const EMITS: INodePropertyOptions[] = [
	{
		name: 'Each Event',
		value: 'events',
		description: 'One item for each event, oldest first',
	},
	{
		name: 'Digest of Each Poll',
		value: 'digest',
		description: 'One item for each poll, with counts and the events in it',
	},
	{
		name: 'Burst (When It Is Often)',
		value: 'burst',
		description: 'One item when there are many events in a short time, as of one user',
	},
];

/**
 * Which output preview the editor shows: it looks one up by the operation of a node, which a trigger
 * doesn't have. Nothing reads these fields, and no workflow stores them.
 */
const previews: INodeProperties[] = EMITS.map(({ value: emit }) => ({
	displayName: 'Operation',
	name: 'operation',
	type: 'hidden',
	displayOptions: { show: { emit: [emit] } },
	default: emit,
}));

export const triggerProperties: INodeProperties[] = [
	{
		displayName: 'Source',
		name: 'source',
		type: 'options',
		options: [
			{
				name: 'Feed (Filtered Here)',
				value: 'feed',
				description: 'Reads every new event of the log and picks out here what passes the filters',
			},
			{
				name: 'List (Filtered by the Service)',
				value: 'list',
				description:
					'Asks the service only for what passes the filters: on a busy log, narrow filters cost little, and there are more of them',
			},
		],
		default: 'feed',
		description: 'Who picks out the events that pass the filters. Both find the same events.',
	},
	presetField,
	filters,
	{
		displayName: 'Start From',
		name: 'startFrom',
		type: 'options',
		options: [
			{
				name: 'Now',
				value: 'now',
				description: 'Only events that reach the log after the workflow is activated (published)',
			},
			{
				name: 'Relative to Now',
				value: 'last',
				description: 'Also the events of a number of minutes, hours, days or weeks up to now',
			},
			{
				name: 'Date',
				value: 'date',
				description: 'Also all events since a date',
			},
		],
		default: 'now',
		description:
			'Where to begin when the trigger is activated for the first time. Later on it goes on where it was.',
	},
	...lastFields({ startFrom: ['last'] }),
	{
		displayName: 'Start Date',
		name: 'startDate',
		type: 'dateTime',
		displayOptions: { show: { startFrom: ['date'] } },
		default: '',
		required: true,
		description:
			'The first instant of interest: a date in the timezone of the workflow, or with an offset such as Z',
	},
	{
		displayName: 'Emit',
		name: 'emit',
		type: 'options',
		options: EMITS,
		default: 'events',
		description: 'What the workflow is started with',
	},
	...burstFields,
	...previews,
	simplifyField,
	{ ...columnsField, displayOptions: { show: { simplify: [true] } } },
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				displayName: 'After a Restart',
				name: 'afterRestart',
				type: 'options',
				options: [
					{
						name: 'Go On',
						value: 'goOn',
						description:
							'Deliver what came since. What n8n was being handed when it was killed is lost, unless it runs with durable cursors.',
					},
					{
						name: 'Repeat the Last Delivery',
						value: 'repeatLast',
						description:
							'Deliver what came last once more, after any restart: nothing is lost, and every item says whether it is redelivered. With durable cursors nothing is repeated.',
					},
				],
				default: 'goOn',
				description:
					'What to do about the last delivery when n8n has restarted: it may have been killed over it',
			},
			{
				displayName: 'Late Event Window (Minutes)',
				name: 'lateEventWindow',
				type: 'number',
				typeOptions: {
					minValue: LATE_EVENT_WINDOW_MINUTES_RANGE.min,
					maxValue: LATE_EVENT_WINDOW_MINUTES_RANGE.max,
					numberPrecision: 0,
				},
				default: DEFAULT_LATE_EVENT_WINDOW_MINUTES,
				description:
					'How much later than its own time an event may show up in the log and still be delivered',
			},
			{
				displayName: 'Max Events per Poll',
				name: 'maxEventsPerPoll',
				type: 'number',
				typeOptions: { minValue: MAX_EVENTS_PER_POLL_RANGE.min, numberPrecision: 0 },
				default: DEFAULT_MAX_EVENTS_PER_POLL,
				description:
					'How many events start the workflow at once at most. What is left follows with the next polls, oldest first.',
			},
			pageSizeOption,
			{
				displayName: 'Suppress Repeats (Minutes)',
				name: 'suppressRepeats',
				type: 'number',
				typeOptions: {
					minValue: SUPPRESS_REPEATS_MINUTES_RANGE.min,
					maxValue: SUPPRESS_REPEATS_MINUTES_RANGE.max,
					numberPrecision: 0,
				},
				default: DEFAULT_SUPPRESS_REPEATS_MINUTES,
				description:
					'For how long an event holds back others with the same dedupeKey: the same thing happening to the same user, device and service. The next one given says under suppressed how many were held back. 0 holds nothing back.',
			},
			timeoutOption,
		],
	},
];
