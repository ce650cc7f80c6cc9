import type { INodeProperties } from 'n8n-workflow';
import type { Order } from '../api/page';
import { DEFAULT_FILE_ORDER, DEFAULT_ORDER } from '../parameters/defaults';

export const returnAllAndLimit: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		displayOptions: {
			show: { resource: ['event'], operation: ['list', 'feed'] },
			hide: { output: ['summary'] },
		},
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		displayOptions: {
			show: { resource: ['event'], operation: ['list', 'feed'], returnAll: [false] },
			hide: { output: ['summary'] },
		},
		// The lint of n8n asks for these options; a limit among them would change what is entered without a word.
		typeOptions: {},
		default: 50,
		description: 'Max number of results to return',
	},
];

export const pageSizeOption: INodeProperties = {
	displayName: 'Page Size',
	name: 'pageSize',
	type: 'number',
	default: 1000,
	description:
		'How many events to ask for at once. Larger pages are quicker. If the service returns fewer at once, the node adapts.',
};

export const timeoutOption: INodeProperties = {
	displayName: 'Timeout',
	name: 'timeout',
	type: 'number',
	default: 60_000,
	description: 'How long to wait for the response to one request, in milliseconds',
};

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
			'By the time at which the events were created. Unless chosen, items are newest first and files oldest first.',
	};
}

/** A summary is of all events. */
const OF_EVENTS = { '/operation': ['list', 'feed'], '/output': ['items', 'file'] };

const SAMPLED = {
	// Also without Return All, where they are refused: n8n would drop what it does not show.
	show: OF_EVENTS,
};

export const optionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	displayOptions: { show: { resource: ['event'] } },
	default: {},
	options: [
		{
			displayName: 'Fail if the Log Begins Later',
			name: 'requireWhole',
			type: 'boolean',
			default: false,
			description:
				"Whether to fail where the time range begins before the oldest event that the log still holds, or where that can't be told. For reports that must not be short of events the service has deleted.",
		},
		{
			displayName: 'Max Parallel Requests',
			name: 'maxParallelRequests',
			type: 'number',
			default: 4,
			description:
				'How many requests may be in flight at the same time when all results are returned. One at a time is gentlest on the service.',
		},
		orderOption('items', DEFAULT_ORDER),
		orderOption('file', DEFAULT_FILE_ORDER),
		pageSizeOption,
		{
			displayName: 'Previous SHA-256',
			name: 'previousSha256',
			type: 'string',
			displayOptions: { show: { '/operation': ['list', 'feed'], '/output': ['file'] } },
			default: '',
			placeholder: 'e.g. 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
			description:
				'The sha256 of the file before this one, for its manifest: so files make a chain in which none can be exchanged or left out. Empty for the first.',
		},
		{
			displayName: 'Sample Seed',
			name: 'sampleSeed',
			type: 'string',
			displayOptions: SAMPLED,
			default: '',
			placeholder: 'e.g. Audit 2025-01',
			description: 'Any text: with the same one the same events are drawn again, by everybody',
		},
		{
			displayName: 'Sample Size',
			name: 'sampleSize',
			type: 'number',
			displayOptions: SAMPLED,
			default: 25,
			description:
				'How many events to draw at random from all of them: those with the lowest SHA-256 of Sample Seed and ID',
		},
		{
			displayName: 'Skip',
			name: 'skip',
			type: 'number',
			displayOptions: { show: { ...OF_EVENTS, '/returnAll': [false] } },
			default: 0,
			description: 'How many of the first results to leave out, in the order chosen',
		},
		timeoutOption,
	],
};
