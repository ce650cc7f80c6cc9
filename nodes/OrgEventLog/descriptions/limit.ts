import type { INodeProperties } from 'n8n-workflow';
import { LIMIT_LIMITS } from '../parameters/defaults';

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
		typeOptions: { minValue: LIMIT_LIMITS.min },
		// As DEFAULT_LIMIT: n8n's lint wants to see the number itself.
		default: 50,
		description: 'Max number of results to return',
	},
];
