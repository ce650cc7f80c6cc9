import type { INodeProperties } from 'n8n-workflow';

export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

export const simplifyOfListAndFeed: INodeProperties = {
	...simplifyField,
	displayOptions: { show: { resource: ['event'], operation: ['list', 'feed'] } },
};

export const exactCountField: INodeProperties = {
	displayName: 'Exact Count',
	name: 'exactCount',
	type: 'boolean',
	displayOptions: { show: { resource: ['event'], operation: ['count'] } },
	default: false,
	description:
		'Whether to count by reading every event. Slower, and exact also where the service stops counting at some number.',
};
