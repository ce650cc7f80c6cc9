import type { INodeProperties } from 'n8n-workflow';
import { filtersOfSource } from '../events/filters';
import { namesOf } from '../json/jsonValues';
import { DEFAULT_SUPPRESSION_GROUP } from '../parameters/defaults';
import { HOW_TO_ENTER_A_DATE, numberField, toOptions } from './fields';
import { excludeField, filtersField, presetField } from './filterFields';
import { pageSizeOption, timeoutOption } from './options';
import { columnsField, simplifyField } from './output';
import { EMITS } from '../trigger/emits/emits';
import { lastFields } from './timeRange';

/**
 * The same for either source, for n8n drops what a field does not offer: a filter that only the service applies
 * would be gone without a word when the source is changed to Feed. There it is refused.
 */
const filters = filtersField(
	filtersOfSource('list'),
	'Only events that match all of these filters start the workflow. Service Account Name, Service Name and Workload Container ID work only if Source is Filtered by the Service.',
);

const SAME_EVENT = [
	'Same Event',
	'Events with the same dedupeKey: the same thing happened to the same user, device and service',
] as const;

const WHO = 'The user, or else the device, or else the client IP address';

/** The fields of each way to start the workflow, shown where it is chosen. */
const emitFields: INodeProperties[] = namesOf(EMITS).flatMap((emit) =>
	EMITS[emit].fields.map((field): INodeProperties => {
		const displayOptions = { show: { emit: [emit] } };
		if (field.kind === 'number') return numberField(field.name, field.hint, displayOptions);
		const { name, label, hint, choices, default: unchanged } = field;
		const shown = { displayName: label, name, description: hint, default: unchanged };
		return { ...shown, type: 'options', displayOptions, options: toOptions(choices) };
	}),
);

const suppressionFields: INodeProperties[] = [
	numberField(
		'suppressRepeats',
		"How many minutes to hold back repeats of a delivered event. The next one that is delivered shows in 'suppressed' how many were held back. Set it to 0 to deliver every event.",
	),
	{
		displayName: 'Suppress Per',
		name: 'suppressPer',
		type: 'options',
		displayOptions: { hide: { suppressRepeats: [0], emit: ['burst'] } },
		options: toOptions({
			address: ['Address', 'Events from the same client IP address'],
			device: ['Device', 'Events of the same device'],
			happening: SAME_EVENT,
			user: ['User', 'Events of the same user'],
			who: ['Who', WHO],
			userAndService: ['User and Service', 'Events of the same user at the same service'],
		}),
		default: DEFAULT_SUPPRESSION_GROUP,
		description:
			'Which events count as repeats of each other. If an event has no such user, device, service or address, Same Event applies.',
	},
];

/**
 * Which output preview the editor shows: it looks one up by the operation of a node, which a trigger
 * doesn't have. Nothing reads these fields, and no workflow stores them.
 */
const previews: INodeProperties[] = namesOf(EMITS).map((emit) => ({
	displayName: 'Operation',
	name: 'operation',
	type: 'hidden',
	displayOptions: { show: { emit: [emit] } },
	default: emit,
}));

export const triggerProperties: INodeProperties[] = [
	presetField,
	filters,
	excludeField,
	{
		displayName: 'Emit',
		name: 'emit',
		type: 'options',
		options: namesOf(EMITS).map((value) => {
			const { label: name, hint: description } = EMITS[value];
			return { name, value, description };
		}),
		default: 'events',
		description: 'What the trigger passes to the workflow',
	},
	...emitFields,
	...previews,
	...suppressionFields,
	{
		displayName: 'Start From',
		name: 'startFrom',
		type: 'options',
		options: toOptions({
			now: ['Now', 'Only events that appear in the log after you publish (activate) the workflow'],
			last: ['Relative to Now', 'Also the events of the last minutes, hours, days or weeks'],
			date: ['Date', 'Also all events since a date'],
		}),
		default: 'now',
		description:
			'Where to start when you publish the workflow for the first time. After that, the trigger continues where it stopped. It starts again if you choose Date or change Start Date, or if the credential opens another log.',
	},
	...lastFields({ startFrom: ['last'] }),
	{
		displayName: 'Start Date',
		name: 'startDate',
		type: 'dateTime',
		displayOptions: { show: { startFrom: ['date'] } },
		default: '',
		required: true,
		description: `When to start. ${HOW_TO_ENTER_A_DATE} If you change it, the trigger starts again there and repeats events since that date.`,
	},
	simplifyField,
	{ ...columnsField, displayOptions: { show: { simplify: [true] } } },
	{
		displayName: 'Source',
		name: 'source',
		type: 'options',
		options: toOptions({
			feed: ['Everything, Filtered in n8n', 'Reads every new event and filters in n8n'],
			list: [
				'Filtered by the Service',
				'Requests only the events that match. On a busy log this takes fewer requests. Three filters work only here.',
			],
		}),
		default: 'feed',
		description:
			'Where events are filtered. The service may compare email addresses and new words for a severity in its own way.',
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
				options: toOptions({
					goOn: [
						'Continue',
						'Deliver only new events. If n8n is killed while it saves a delivery, that delivery is lost, unless n8n runs with durable cursors.',
					],
					repeatLast: [
						'Repeat the Last Delivery',
						"Deliver the last events again after every restart, so that none are lost if n8n is killed. Each item shows in 'redelivered' whether it is a repeat. With durable cursors, nothing is repeated.",
					],
				}),
				default: 'goOn',
				description:
					'What to deliver after n8n restarts. n8n may have been killed before it saved the last events.',
			},
			numberField(
				'heartbeatMinutes',
				'If nothing is delivered for this many minutes, the workflow starts with a heartbeat item. This repeats until an event is delivered. The item shows the time of the last delivery and the newest event in the log. Set it to 0 for no heartbeats.',
			),
			numberField(
				'lateEventWindow',
				'How late an event may appear. About 4,300 events fit: 860 a minute for 5 minutes, 3 for 1,440.',
			),
			numberField(
				'maxEventsPerPoll',
				'Max number of events to deliver per poll. The rest follow with the next polls, oldest first.',
			),
			pageSizeOption,
			timeoutOption,
		],
	},
];
