import type { INodeProperties } from 'n8n-workflow';
import { DEFAULT_GROUP_BY, MAX_GROUP_BY } from '../parameters/parseOutput';
import {
	columnsField,
	createDateField,
	createField,
	createRelativeRangeFields,
	pageSizeOption,
	simplifyField,
	timeoutOption,
	toOptions,
} from './sharedFields';
import { selectionFields } from './selectionFields';

const FOR_EVENT = { resource: ['event'] };
const FOR_ITEMS = { ...FOR_EVENT, operation: ['list', 'feed'] };
const FOR_EXPORT = { ...FOR_EVENT, operation: ['export'] };
const FOR_SUMMARY = { ...FOR_EVENT, operation: ['summarize'] };

/**
 * Simplify and Columns are two fields each. One rule for all three operations would also hide them from List where a
 * workflow still stores NDJSON as its format, and n8n drops a hidden field's value.
 */
const FOR_SIMPLIFY = [FOR_ITEMS, { ...FOR_EXPORT, fileFormat: ['csv', 'xlsx'] }];

const operationFields: INodeProperties[] = [
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
		displayOptions: { show: FOR_EVENT },
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
		}).map((option) => ({ ...option, action: toActionText(option.name) })),
		default: 'list',
	},
	{
		displayName: 'The feed has no filters. To filter events, use List Events.',
		name: 'feedNotice',
		type: 'notice',
		displayOptions: { show: { ...FOR_EVENT, operation: ['feed'] } },
		default: '',
	},
];

/** n8n's panel has actions in sentence case: "Count events" for "Count Events". */
function toActionText(name: string): string {
	return name.charAt(0) + name.slice(1).toLowerCase();
}

const timeRangeFields: INodeProperties[] = [
	createField(
		'timeRange',
		'A range includes its start but not its end, so that adjacent ranges share no event',
		FOR_EVENT,
	),
	...createRelativeRangeFields({ ...FOR_EVENT, timeRange: ['last'] }),
	createField(
		'period',
		"Days start at midnight in the workflow's timezone, which you can change in the workflow settings. Weeks start on Monday.",
		{ ...FOR_EVENT, timeRange: ['period'] },
	),
	...[
		createDateField('after', 'From', 'Start of the range, included. Empty: from the oldest event.'),
		createDateField('before', 'To', 'End of the range, excluded. Empty: to the newest event.'),
	].map((field) => {
		return { ...field, displayOptions: { show: { ...FOR_EVENT, timeRange: ['custom'] } } };
	}),
];

const outputFields: INodeProperties[] = [
	createField('fileFormat', undefined, FOR_EXPORT),
	{
		...columnsField,
		displayName: 'Group By',
		name: 'groupBy',
		displayOptions: { show: FOR_SUMMARY },
		default: [...DEFAULT_GROUP_BY],
		description: `Columns to count by, at most ${MAX_GROUP_BY}; none counts all events together. An expression may give paths such as service.name.`,
	},
	createField(
		'interval',
		"Count each hour, day, week or month separately, in the workflow's timezone. Intervals without events have no item.",
		FOR_SUMMARY,
	),
	...FOR_SIMPLIFY.map((show) => ({ ...simplifyField, displayOptions: { show } })),
	...FOR_SIMPLIFY.map((show) => {
		return { ...columnsField, displayOptions: { show: { ...show, simplify: [true] } } };
	}),
	createField(
		'exactCount',
		'Whether to count by reading every event: slower, but exact even if the service stops counting at some number',
		{ ...FOR_EVENT, operation: ['count'] },
	),
];

const OPTION_FOR_EXPORT = { '/operation': ['export'] };

/** Samples need Return All. They are shown without it, too, so that the parser refuses them: n8n drops a hidden value. */
const OPTION_FOR_SAMPLES = { '/operation': ['list', 'export'] };

const optionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	displayOptions: { show: FOR_EVENT },
	default: {},
	options: [
		createField(
			'requireWhole',
			"Whether to fail if the log begins after the range does, so that a report can't be incomplete unnoticed",
		),
		createField(
			'maxParallelRequests',
			'How many requests to send at once when all events are read; 2 for a file unless set here',
		),
		createField(
			'limit',
			'Max number of events in the file. Without this option, it has all of them.',
			OPTION_FOR_EXPORT,
		),
		createField(
			'order',
			'Order of the events by creation time. By default, items are newest first and files are oldest first.',
			{ '/operation': ['list', 'feed', 'export'] },
		),
		pageSizeOption,
		{
			displayName: 'Previous SHA-256',
			name: 'previousSha256',
			type: 'string',
			displayOptions: { show: OPTION_FOR_EXPORT },
			default: '',
			placeholder: 'e.g. 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
			description:
				"The sha256 of the previous file's item. It links files into a chain, which shows if one is missing.",
		},
		createField(
			'readFrom',
			'Which operation of the service to read. A key may allow only one of them, and events differ a little.',
			OPTION_FOR_EXPORT,
		),
		{
			displayName: 'Sample Seed',
			name: 'sampleSeed',
			type: 'string',
			displayOptions: { show: OPTION_FOR_SAMPLES },
			default: '',
			placeholder: 'e.g. Audit 2025-01',
			description:
				'Any text. The same text always selects the same events, so others can repeat your sample.',
		},
		createField(
			'sampleSize',
			'How many events to select at random. The node takes those with the lowest SHA-256 of Sample Seed and ID.',
			OPTION_FOR_SAMPLES,
		),
		createField('skip', 'How many results to skip before the first one that is returned', {
			'/operation': ['list', 'feed'],
			'/returnAll': [false],
		}),
		timeoutOption,
	],
};

export const nodeFields: INodeProperties[] = [
	...operationFields,
	createField('returnAll', 'Whether to return all results or only up to a given limit', FOR_ITEMS),
	createField('limit', 'Max number of results to return', { ...FOR_ITEMS, returnAll: [false] }),
	...timeRangeFields,
	...selectionFields,
	...outputFields,
	optionsField,
];
