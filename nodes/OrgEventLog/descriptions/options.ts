import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import type { Order } from '../api/page';
import { DEFAULT_FILE_ORDER, DEFAULT_ORDER } from '../parameters/defaults';
import { numberField, switchField } from './fields';

/** Where a limit has a say: a summary is of all events. */
const LIMITED: IDisplayOptions = {
	show: { resource: ['event'], operation: ['list', 'feed'] },
	hide: { output: ['summary'] },
};

export const returnAllAndLimit: INodeProperties[] = [
	switchField('returnAll', 'Whether to return all results or only up to a given limit', LIMITED),
	numberField('limit', 'Max number of results to return', {
		...LIMITED,
		show: { ...LIMITED.show, returnAll: [false] },
	}),
];

export const pageSizeOption = numberField(
	'pageSize',
	'How many events to request at once. Without this option, it is 1,000 at first, then up to 5,000 if that saves time. If the service returns fewer, the node adapts.',
);

export const timeoutOption = numberField(
	'timeout',
	'How long to wait for each response, in milliseconds',
);

function orderOption(output: string, defaultOrder: Order): INodeProperties {
	return {
		displayName: 'Order',
		name: 'order',
		type: 'options',
		displayOptions: { show: { '/operation': ['list', 'feed'], '/output': [output] } },
		options: [
			{ name: 'Newest First', value: 'DESC' },
			{ name: 'Oldest First', value: 'ASC' },
		],
		default: defaultOrder,
		description:
			'Order of the events by creation time. By default, items are newest first and files are oldest first.',
	};
}

/** A summary is of all events. */
const OF_EVENTS = { '/operation': ['list', 'feed'], '/output': ['items', 'file'] };

// Also without Return All, where they are refused: n8n would drop what it does not show.
const SAMPLED = { show: OF_EVENTS };

export const optionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	displayOptions: { show: { resource: ['event'] } },
	default: {},
	options: [
		switchField(
			'requireWhole',
			"Whether to fail if the time range starts before the oldest event in the log, or if the node can't tell. Use it for reports that must be complete, because services delete old events.",
		),
		numberField(
			'maxParallelRequests',
			'How many requests to send at the same time when the node reads all events. To put less load on the service, set it to 1.',
		),
		orderOption('items', DEFAULT_ORDER),
		orderOption('file', DEFAULT_FILE_ORDER),
		{
			...pageSizeOption,
			description: `${pageSizeOption.description} For files, it stays at 1,000 without this option.`,
		},
		{
			displayName: 'Previous SHA-256',
			name: 'previousSha256',
			type: 'string',
			displayOptions: { show: { '/operation': ['list', 'feed'], '/output': ['file'] } },
			default: '',
			placeholder: 'e.g. 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
			description:
				'SHA-256 of the previous file: the field sha256 of the item that came with it (its manifest). It links the files into a chain, which shows if one was replaced or is missing. Leave it empty for the first file.',
		},
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
		numberField(
			'sampleSize',
			'How many events to select at random. The node takes those with the lowest SHA-256 of Sample Seed and ID.',
			SAMPLED,
		),
		numberField('skip', 'How many results to skip before the first one that is returned', {
			show: { ...OF_EVENTS, '/returnAll': [false] },
		}),
		timeoutOption,
	],
};
