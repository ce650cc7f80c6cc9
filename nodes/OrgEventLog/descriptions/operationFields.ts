import type { INodeProperties } from 'n8n-workflow';

export const operationFields: INodeProperties[] = [
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
				name: 'Count Events',
				value: 'count',
				description: 'Count the events that match filters',
				action: 'Count events',
			},
			{
				name: 'Export Events to a File',
				value: 'export',
				description: 'Get one file with all events, for reports and archives of any size',
				action: 'Export events to a file',
			},
			{
				name: 'List Events',
				value: 'list',
				description: 'Get the events in a time range that match filters',
				action: 'List events',
			},
			{
				name: 'Read the Feed',
				value: 'feed',
				description: 'Get all events in a time range, without filters',
				action: 'Read the feed',
			},
			{
				name: 'Summarize Events',
				value: 'summarize',
				description: 'Count events per user, per hour, day or month, or by any columns',
				action: 'Summarize events',
			},
		],
		default: 'list',
	},
	{
		displayName: 'The feed has no filters. To filter events, use List Events.',
		name: 'feedNotice',
		type: 'notice',
		displayOptions: { show: { resource: ['event'], operation: ['feed'] } },
		default: '',
	},
];
