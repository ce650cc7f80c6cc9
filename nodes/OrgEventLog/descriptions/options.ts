import type { INodeProperties } from 'n8n-workflow';
import {
	DEFAULT_ORDER,
	DEFAULT_PARALLEL_REQUESTS,
	PARALLEL_REQUESTS_LIMITS,
	DEFAULT_SKIP,
	SKIP_LIMITS,
} from '../parameters/defaults';
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
			typeOptions: {
				minValue: PARALLEL_REQUESTS_LIMITS.min,
				maxValue: PARALLEL_REQUESTS_LIMITS.max,
				numberPrecision: 0,
			},
			default: DEFAULT_PARALLEL_REQUESTS,
			description:
				'How many requests may be in flight at the same time when all results are returned. One at a time is gentlest on the service.',
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
			default: DEFAULT_ORDER,
			description: 'By the time at which the events were created',
		},
		pageSizeOption,
		{
			displayName: 'Skip',
			name: 'skip',
			type: 'number',
			displayOptions: { show: { '/operation': ['list', 'feed'], '/returnAll': [false] } },
			typeOptions: { minValue: SKIP_LIMITS.min, numberPrecision: 0 },
			default: DEFAULT_SKIP,
			description: 'How many of the first results to leave out, in the order chosen',
		},
		timeoutOption,
	],
};
