import type { INodeProperties } from 'n8n-workflow';
import { toOptions } from './fields';

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
		options: toOptions({
			count: ['Count Events', 'Count the events that match filters'],
			export: [
				'Export Events to a File',
				'Get one file with all events, for reports and archives of any size',
			],
			list: ['List Events', 'Get the events in a time range that match filters'],
			feed: ['Read the Feed', 'Get all events in a time range, without filters'],
			summarize: [
				'Summarize Events',
				'Count events per user, per hour, day or month, or by any columns',
			],
		}).map((option) => ({ ...option, action: toAction(option.name) })),
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

/** Gives "Count events" for "Count Events": n8n's panel has actions in sentence case. */
function toAction(name: string): string {
	return name.charAt(0) + name.slice(1).toLowerCase();
}
