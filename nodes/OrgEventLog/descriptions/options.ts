import type { INodeProperties } from 'n8n-workflow';
import type { Order } from '../api/page';
import {
	DEFAULT_FILE_ORDER,
	DEFAULT_ORDER,
	DEFAULT_PAGE_SIZE,
	DEFAULT_PARALLEL_REQUESTS,
	DEFAULT_SKIP,
	DEFAULT_TIMEOUT_MS,
	LIMIT_RANGE,
	PAGE_SIZE_RANGE,
	PARALLEL_REQUESTS_RANGE,
	SKIP_RANGE,
	TIMEOUT_MS_RANGE,
} from '../parameters/defaults';

export const returnAllAndLimit: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		displayOptions: { show: { resource: ['event'], operation: ['list', 'feed'] } },
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		displayOptions: {
			show: { resource: ['event'], operation: ['list', 'feed'], returnAll: [false] },
		},
		typeOptions: { minValue: LIMIT_RANGE.min },
		default: 50,
		description: 'Max number of results to return',
	},
];

export const pageSizeOption: INodeProperties = {
	displayName: 'Page Size',
	name: 'pageSize',
	type: 'number',
	typeOptions: {
		minValue: PAGE_SIZE_RANGE.min,
		maxValue: PAGE_SIZE_RANGE.max,
		numberPrecision: 0,
	},
	default: DEFAULT_PAGE_SIZE,
	description:
		'How many events to ask for at once. Larger pages are quicker. If the service returns fewer at once, the node adapts.',
};

export const timeoutOption: INodeProperties = {
	displayName: 'Timeout',
	name: 'timeout',
	type: 'number',
	typeOptions: {
		minValue: TIMEOUT_MS_RANGE.min,
		maxValue: TIMEOUT_MS_RANGE.max,
		numberPrecision: 0,
	},
	default: DEFAULT_TIMEOUT_MS,
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

export const optionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	displayOptions: { show: { resource: ['event'] } },
	default: {},
	options: [
		{
			displayName: 'For Excel',
			name: 'byteOrderMark',
			// Older workflows have it here; it is a field of its own now. Left out, n8n would drop it.
			type: 'hidden',
			default: false,
		},
		{
			displayName: 'Max Parallel Requests',
			name: 'maxParallelRequests',
			type: 'number',
			typeOptions: {
				minValue: PARALLEL_REQUESTS_RANGE.min,
				maxValue: PARALLEL_REQUESTS_RANGE.max,
				numberPrecision: 0,
			},
			default: DEFAULT_PARALLEL_REQUESTS,
			description:
				'How many requests may be in flight at the same time when all results are returned. One at a time is gentlest on the service.',
		},
		orderOption('items', DEFAULT_ORDER),
		orderOption('file', DEFAULT_FILE_ORDER),
		pageSizeOption,
		{
			displayName: 'Skip',
			name: 'skip',
			type: 'number',
			displayOptions: { show: { '/operation': ['list', 'feed'], '/returnAll': [false] } },
			typeOptions: { minValue: SKIP_RANGE.min, numberPrecision: 0 },
			default: DEFAULT_SKIP,
			description: 'How many of the first results to leave out, in the order chosen',
		},
		timeoutOption,
	],
};
