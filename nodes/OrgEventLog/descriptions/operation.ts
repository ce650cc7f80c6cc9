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
				description: 'Find out how many events match',
				action: 'Count events',
			},
			{
				name: 'Feed',
				value: 'feed',
				description: 'Read all events of a time range from the feed, without filters',
				action: 'Get all events without filters',
			},
			{
				name: 'List',
				value: 'list',
				description: 'Read the events of a time range that match filters',
				action: 'Get many events',
			},
		],
		default: 'list',
	},
	{
		displayName:
			'Feed reads every event of the time range, without filters. To choose among them, use List.',
		name: 'feedNotice',
		type: 'notice',
		displayOptions: { show: { resource: ['event'], operation: ['feed'] } },
		default: '',
	},
];
