import type { INodeProperties } from 'n8n-workflow';
import { pageSizeOption, timeoutOption } from './requestOptions';

export const optionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	displayOptions: { show: { resource: ['event'] } },
	default: {},
	options: [
		{
			displayName: 'Mark as UTF-8 for Excel',
			name: 'byteOrderMark',
			type: 'boolean',
			displayOptions: {
				show: { '/operation': ['list', 'feed'], '/output': ['file'], '/fileFormat': ['csv'] },
			},
			default: false,
			description:
				'Whether to begin the file with a byte order mark, which Excel needs to show letters such as ü and 漢 right',
		},
		{
			displayName: 'Max Parallel Requests',
			name: 'maxParallelRequests',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 16, numberPrecision: 0 },
			default: 4,
			description:
				'How many requests may be under way at the same time when all results are returned. One at a time is gentlest on the service.',
		},
		{
			displayName: 'Order',
			name: 'order',
			type: 'options',
			displayOptions: { show: { '/operation': ['list', 'feed'] } },
			options: [
				{ name: 'Newest First', value: 'DESC' },
				{ name: 'Oldest First', value: 'ASC' },
			],
			default: 'DESC',
			description: 'By the time at which the events were created',
		},
		pageSizeOption,
		{
			displayName: 'Skip',
			name: 'skip',
			type: 'number',
			displayOptions: { show: { '/operation': ['list', 'feed'], '/returnAll': [false] } },
			typeOptions: { minValue: 0, numberPrecision: 0 },
			default: 0,
			description: 'How many of the first results to leave out, in the order chosen',
		},
		timeoutOption,
	],
};
