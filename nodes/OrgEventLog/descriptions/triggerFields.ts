import type { INodeProperties } from 'n8n-workflow';
import { triggerFiltersOf } from '../events/filterSets';
import { PRESETS, PRESET_NAMES } from '../events/presets';
import { keysOf } from '../json/objectKeys';
import { DEFAULT_SUPPRESSION_GROUP } from '../parameters/parseTriggerSettings';
import { HOW_TO_ENTER_A_DATE, createNumberField, toOptions } from './fields';
import { PRESET_DESCRIPTIONS, excludeField, createFiltersField } from './selectionFields';
import { pageSizeOption, timeoutOption } from './optionFields';
import { columnsField, simplifyField } from './outputFields';
import { HAPPENING, WHO } from '../trigger/emits/emit';
import { EMITS } from '../trigger/emits/emits';
import { createLastFields } from './timeRangeFields';

/** n8n lists the choices of a field of this name as triggers in its panel, in the words of `action`. */
const triggerOnField: INodeProperties = {
	displayName: 'Trigger On',
	name: 'preset',
	type: 'options',
	options: PRESET_NAMES.map((value) => {
		const name = value === 'none' ? 'Any Event' : PRESETS[value].label;
		const action = `On ${name.toLowerCase()}`;
		return { name, value, description: PRESET_DESCRIPTIONS[value], action };
	}),
	default: 'none',
	description: 'Which events start the workflow. They must match the filters, too.',
};

/** Filters are the same for either source, because n8n drops without a word what a field does not offer. */
const filters = createFiltersField(
	triggerFiltersOf('list'),
	'All of these must match. Service Account Name, Service Name and Workload Container ID need the Source Matching Events.',
);

const emitFields: INodeProperties[] = keysOf(EMITS).flatMap((emit) =>
	EMITS[emit].fields.map((field): INodeProperties => {
		const displayOptions = { show: { emit: [emit] } };
		if (field.kind === 'number')
			return createNumberField(field.name, field.description, displayOptions);
		const { name, label: displayName, description, choices, default: value } = field;
		const shown = { displayName, name, description, default: value };
		return { ...shown, type: 'options', displayOptions, options: toOptions(choices) };
	}),
);

const suppressionFields: INodeProperties[] = [
	createNumberField(
		'suppressRepeats',
		"For how long to hold back repeats of an event. Zero holds back nothing. Items show in 'suppressed' how many.",
	),
	{
		displayName: 'Suppress Per',
		name: 'suppressPer',
		type: 'options',
		displayOptions: { hide: { suppressRepeats: [0], emit: ['burst'] } },
		options: toOptions({
			address: ['Address', 'Events from the same client IP address'],
			device: ['Device', 'Events of the same device'],
			happening: HAPPENING,
			user: ['User', 'Events of the same user'],
			who: WHO,
			userAndService: ['User and Service', 'Events of the same user at the same service'],
		}),
		default: DEFAULT_SUPPRESSION_GROUP,
		description:
			'Which events repeat each other. For events that name none of it, Same Event applies.',
	},
];

/** The editor finds an output preview by the operation of a node, which a trigger has only in these hidden fields. */
const previews: INodeProperties[] = keysOf(EMITS).map((emit) => ({
	displayName: 'Operation',
	name: 'operation',
	type: 'hidden',
	displayOptions: { show: { emit: [emit] } },
	default: emit,
}));

export const triggerFields: INodeProperties[] = [
	triggerOnField,
	filters,
	excludeField,
	{
		displayName: 'Start the Workflow',
		name: 'emit',
		type: 'options',
		options: keysOf(EMITS).map((value) => {
			const { label: name, description } = EMITS[value];
			return { name, value, description };
		}),
		default: 'events',
		description: 'How new events are handed to the workflow',
	},
	...emitFields,
	...previews,
	...suppressionFields,
	{
		displayName: 'Start From',
		name: 'startFrom',
		type: 'options',
		options: toOptions({
			now: ['Now', 'Only events that appear in the log after you publish the workflow'],
			last: ['Relative to Now', 'Also the events of the last minutes, hours, days or weeks'],
			date: ['Date', 'Also all events since a date'],
		}),
		default: 'now',
		description:
			'Where to start when you first publish the workflow. After that, the trigger continues where it stopped.',
	},
	...createLastFields({ startFrom: ['last'] }),
	{
		displayName: 'Start Date',
		name: 'startDate',
		type: 'dateTime',
		displayOptions: { show: { startFrom: ['date'] } },
		default: '',
		required: true,
		description: 'If you change it, events since then come again. ' + HOW_TO_ENTER_A_DATE,
	},
	simplifyField,
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
						'Deliver only new events. If n8n is killed while it saves events, these are lost, except with durable cursors.',
					],
					repeatLast: [
						'Repeat the Last Delivery',
						"Deliver the last events again, so that none is lost. Each item shows in 'redelivered' if it is a repeat.",
					],
				}),
				default: 'goOn',
				description:
					'What to deliver after n8n restarts. n8n may have been killed before it saved the last events.',
			},
			{ ...columnsField, displayOptions: { show: { '/simplify': [true] } } },
			createNumberField(
				'heartbeatMinutes',
				'After so many minutes without an event, start the workflow with an item that says so. Zero turns it off.',
			),
			createNumberField(
				'lateEventWindow',
				'How late events may appear. Room for about 4,300: 860 a minute with 5 minutes, 3 a minute with 1,440.',
			),
			createNumberField(
				'maxEventsPerPoll',
				'Max number of events to deliver per poll. The rest follow with the next polls, oldest first.',
			),
			pageSizeOption,
			{
				displayName: 'Source',
				name: 'source',
				type: 'options',
				options: toOptions({
					feed: ['All Events', 'Read every new event, and filter in n8n'],
					list: [
						'Matching Events',
						'Let the service filter: fewer requests on a busy log. Three filters work only here.',
					],
				}),
				default: 'feed',
				description:
					'What to ask the service for. It may compare email addresses in a way of its own.',
			},
			timeoutOption,
		],
	},
];
