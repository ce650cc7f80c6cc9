import type { INodeProperties } from 'n8n-workflow';

export const resourceAndOperation: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: [{ name: 'Event', value: 'event' }],
		default: 'event',
	},
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['event'] } },
		options: [
			{
				name: 'Count',
				value: 'count',
				description: 'Count the events that match filters',
				action: 'Count events',
			},
			{
				name: 'Feed',
				value: 'feed',
				description: 'Get all events in a time range, without filters',
				action: 'Get all events without filters',
			},
			{
				name: 'List',
				value: 'list',
				description: 'Get the events in a time range that match filters',
				action: 'Get many events',
			},
		],
		default: 'list',
	},
	{
		displayName: 'Feed has no filters. To filter events, use List.',
		name: 'feedNotice',
		type: 'notice',
		displayOptions: { show: { resource: ['event'], operation: ['feed'] } },
		default: '',
	},
];
