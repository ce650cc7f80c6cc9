import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { filtersOfSource } from '../events/filters';
import { DEFAULT_BURST_GROUP, DEFAULT_SUPPRESSION_GROUP } from '../parameters/defaults';
import { excludeField, filterFieldsOf, presetField } from './filterFields';
import { pageSizeOption, timeoutOption } from './options';
import { columnsField, simplifyField } from './output';
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
		'An event starts the workflow if it passes every filter that is set. Service Account Name, Service Name and Workload Container ID work only with the source Filtered by the Service.',
};

const SHOWN_FOR_BURSTS = { show: { emit: ['burst'] } };

const burstFields: INodeProperties[] = [
	{
		displayName: 'Burst Count',
		name: 'burstCount',
		type: 'number',
		displayOptions: SHOWN_FOR_BURSTS,
		default: 5,
		description: 'How many events within the minutes below start the workflow',
	},
	{
		displayName: 'Burst Minutes',
		name: 'burstMinutes',
		type: 'number',
		displayOptions: SHOWN_FOR_BURSTS,
		default: 10,
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

const suppressionFields: INodeProperties[] = [
	{
		displayName: 'Suppress Repeats (Minutes)',
		name: 'suppressRepeats',
		type: 'number',
		default: 0,
		description:
			'For how long an event holds back others like it. The next one given says under suppressed how many were held back. 0 holds nothing back.',
	},
	{
		displayName: 'Suppress Per',
		name: 'suppressPer',
		type: 'options',
		displayOptions: { hide: { suppressRepeats: [0], emit: ['burst'] } },
		options: [
			{
				name: 'Address',
				value: 'address',
				description: 'Whatever comes from the same address of a client',
			},
			{ name: 'Device', value: 'device', description: 'Whatever happens to the same device' },
			{
				name: 'Happening',
				value: 'happening',
				description:
					'What has the same dedupeKey: the same thing happening to the same user, device and service',
			},
			{ name: 'User', value: 'user', description: 'Whatever happens to the same user' },
			{
				name: 'User and Service',
				value: 'userAndService',
				description: 'Whatever happens to the same user at the same service',
			},
		],
		default: DEFAULT_SUPPRESSION_GROUP,
		description:
			'Which events are like each other. One that names no such user, device or address goes by its happening. Bursts hold back those of the same group.',
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

/** Not in its place, where n8n's lint would write n8n with a capital letter. */
const FILTERED_IN_N8N = 'Everything, Filtered in n8n';

const SOURCES: INodePropertyOptions[] = [
	{
		name: FILTERED_IN_N8N,
		value: 'feed',
		description: 'Reads every new event of the log and picks out here what passes the filters',
	},
	{
		name: 'Filtered by the Service',
		value: 'list',
		description:
			'Asks the service only for what passes the filters: on a busy log, narrow filters cost little, and there are more of them',
	},
];

export const triggerProperties: INodeProperties[] = [
	presetField,
	filters,
	excludeField,
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
	...suppressionFields,
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
			'Where to begin when the trigger is activated for the first time. Later on it goes on where it was, unless Start Date is changed.',
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
			'Where to begin: a date in the timezone of the workflow, or with an offset (Z). If you change it, the trigger begins anew there and repeats what it has delivered since that date.',
	},
	simplifyField,
	{ ...columnsField, displayOptions: { show: { simplify: [true] } } },
	{
		displayName: 'Source',
		name: 'source',
		type: 'options',
		options: SOURCES,
		default: 'feed',
		description: 'Who picks out the events that pass the filters. Both find the same events.',
	},
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
				displayName: 'Heartbeat (Minutes)',
				name: 'heartbeatMinutes',
				type: 'number',
				default: 0,
				description:
					'After how long without a delivery the workflow is started with a sign of life: an item with heartbeat, the time since when it is quiet, and the newest event. Again after as long. 0 for never.',
			},
			{
				displayName: 'Late Event Window (Minutes)',
				name: 'lateEventWindow',
				type: 'number',
				default: 5,
				description:
					'How much later than its own time an event may show up in the log and still be delivered',
			},
			{
				displayName: 'Max Events per Poll',
				name: 'maxEventsPerPoll',
				type: 'number',
				default: 5_000,
				description:
					'How many events start the workflow at once at most. What is left follows with the next polls, oldest first.',
			},
			pageSizeOption,
			timeoutOption,
		],
	},
];
