import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import { createField } from './fields';

const LIMITED = { resource: ['event'], operation: ['list', 'feed'] };

export const returnAllAndLimit: INodeProperties[] = [
	createField('returnAll', 'Whether to return all results or only up to a given limit', {
		show: LIMITED,
	}),
	createField('limit', 'Max number of results to return', {
		show: { ...LIMITED, returnAll: [false] },
	}),
];

export const pageSizeOption = createField(
	'pageSize',
	'How many events to request at once. Without it, the node finds a length that is quick.',
);

export const timeoutOption = createField(
	'timeout',
	'How long to wait for each response, in milliseconds',
);

const FOR_EXPORT: IDisplayOptions = { show: { '/operation': ['export'] } };

// Sample fields are shown without Return All, too, and refused there: n8n would drop what it does not show.
const SAMPLED: IDisplayOptions = { show: { '/operation': ['list', 'export'] } };

export const optionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	displayOptions: { show: { resource: ['event'] } },
	default: {},
	options: [
		createField(
			'requireWhole',
			"Whether to fail if the log begins after the range does, so that a report can't be incomplete unnoticed",
		),
		createField(
			'maxParallelRequests',
			'How many requests to send at once when all events are read; 2 for a file unless set here',
		),
		{
			...createField(
				'limit',
				'Max number of events in the file. Without this option, it has all of them.',
			),
			displayOptions: FOR_EXPORT,
		},
		createField(
			'order',
			'Order of the events by creation time. By default, items are newest first and files are oldest first.',
			{ show: { '/operation': ['list', 'feed', 'export'] } },
		),
		pageSizeOption,
		{
			displayName: 'Previous SHA-256',
			name: 'previousSha256',
			type: 'string',
			displayOptions: FOR_EXPORT,
			default: '',
			placeholder: 'e.g. 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
			description:
				"The sha256 of the previous file's item. It links files into a chain, which shows if one is missing.",
		},
		createField(
			'readFrom',
			'Which operation of the service to read. A key may allow only one of them, and events differ a little.',
			FOR_EXPORT,
		),
		{
			displayName: 'Sample Seed',
			name: 'sampleSeed',
			type: 'string',
			displayOptions: SAMPLED,
			default: '',
			placeholder: 'e.g. Audit 2025-01',
			description:
				'Any text. The same text always selects the same events, so others can repeat your sample.',
		},
		createField(
			'sampleSize',
			'How many events to select at random. The node takes those with the lowest SHA-256 of Sample Seed and ID.',
			SAMPLED,
		),
		createField('skip', 'How many results to skip before the first one that is returned', {
			show: { '/operation': ['list', 'feed'], '/returnAll': [false] },
		}),
		timeoutOption,
	],
};
