import type { INodeProperties } from 'n8n-workflow';
import { CHOICE_FIELDS } from '../parameters/choiceFields';
import { triggerFiltersOf } from '../selection/filters';
import { PRESETS, PRESET_NAMES } from '../selection/presets';
import {
	columnsField,
	createDateField,
	createField,
	createRelativeRangeFields,
	pageSizeOption,
	simplifyField,
	timeoutOption,
} from './sharedFields';
import { createFiltersField, excludeField, presetField } from './selectionFields';

/** n8n's panel lists the choices of a field called Trigger On as triggers, in the words of `action`. */
const triggerOnField: INodeProperties = {
	...presetField,
	displayName: 'Trigger On',
	options: PRESET_NAMES.map((value) => {
		const name = value === 'none' ? 'Any Event' : PRESETS[value].label;
		const action = `On ${name.toLowerCase()}`;
		return { name, value, description: PRESETS[value].hint, action };
	}),
	description: 'Which events start the workflow. They must match the filters, too.',
};

/** Filters are the same for either source, because n8n drops a stored value that a field does not offer. */
const filtersField = createFiltersField(
	triggerFiltersOf('list'),
	'All of these must match. Service Account Name, Service Name and Workload Container ID need the Source Matching Events.',
);

const FOR_BURSTS = { emit: ['burst'] };

const alertFields: INodeProperties[] = [
	createField('emit', 'How new events are handed to the workflow'),
	createField('burstCount', 'How many events within Burst Minutes start the workflow', FOR_BURSTS),
	createField(
		'burstMinutes',
		'Within how many minutes they must occur. Polls also read the log back to twice this time before new events.',
		FOR_BURSTS,
	),
	createField('burstPer', 'Which events are counted together', FOR_BURSTS),
	createField(
		'suppressRepeats',
		"For how long to hold back repeats of an event. Zero holds back nothing. Items show in 'suppressed' how many.",
	),
	{
		...createField(
			'suppressPer',
			'Which events repeat each other. For events that name none of it, Same Event applies.',
		),
		displayOptions: { hide: { suppressRepeats: [0], emit: ['burst'] } },
	},
];

/** The editor finds an output preview by a node's operation, so the trigger has hidden fields of that name. */
const previewFields = Object.keys(CHOICE_FIELDS.emit.namedValues).map((emit): INodeProperties => {
	const shown = { displayOptions: { show: { emit: [emit] } } };
	return { displayName: 'Operation', name: 'operation', type: 'hidden', default: emit, ...shown };
});

export const triggerFields: INodeProperties[] = [
	triggerOnField,
	filtersField,
	excludeField,
	...alertFields,
	...previewFields,
	createField(
		'startFrom',
		'Where to start when you first publish the workflow. After that, the trigger continues where it stopped.',
	),
	...createRelativeRangeFields({ startFrom: ['last'] }),
	{
		...createDateField(
			'startDate',
			'Start Date',
			'If you change it, events since then come again.',
		),
		displayOptions: { show: { startFrom: ['date'] } },
		required: true,
	},
	simplifyField,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			createField(
				'afterRestart',
				'What to deliver after n8n restarts. n8n may have been killed before it saved the last events.',
			),
			{ ...columnsField, displayOptions: { show: { '/simplify': [true] } } },
			createField(
				'heartbeatMinutes',
				'After so many minutes without a delivery, start the workflow with an item that says so. Zero turns it off.',
			),
			createField(
				'lateEventWindow',
				'How late events may appear. Room for about 4,300 events: 860 a minute with 5 minutes, 3 with 1,440.',
			),
			createField(
				'maxEventsPerPoll',
				'Max number of events to deliver per poll. The rest follow with the next polls, oldest first.',
			),
			pageSizeOption,
			createField(
				'source',
				'What to ask the service for. It may compare email addresses in a way of its own.',
			),
			timeoutOption,
		],
	},
];
