import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { SimplifiedColumn } from '../events/columns';
import { MAX_GROUP_BY } from '../parameters/defaults';
import { INTERVAL_UNITS } from '../parameters/timeRanges';
import { COLUMNS_METHOD } from '../recentLog/pickers/choices';
import { toChoice } from './timeRange';

const COLUMNS_OF_THE_LOG = { loadOptionsMethod: COLUMNS_METHOD };

export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

export const columnsField: INodeProperties = {
	displayName: 'Columns',
	name: 'columns',
	type: 'multiOptions',
	typeOptions: COLUMNS_OF_THE_LOG,
	allowArbitraryValues: true,
	default: [],
	description:
		'Which columns, in this order; all simplified ones where none is chosen. An expression may return a list of names, also dotted paths of the raw event such as user_principal.user.groups.',
};

/** What a language model reads, and pays for, unless others are chosen. */
const COLUMNS_FOR_MODELS: string[] = [
	'createdAt',
	'severity',
	'message',
	'userEmail',
	'service',
	'action',
	'type',
	'subType',
	'result',
	'deviceName',
	'ipAddress',
	'id',
] satisfies SimplifiedColumn[];

const OF_ITEMS = { resource: ['event'], operation: ['list', 'feed'], output: ['items'] };
const OF_FILES = { ...OF_ITEMS, output: ['file'] };
const OF_CSV_FILES = { ...OF_FILES, fileFormat: ['csv'] };

/** Where events may be simplified: NDJSON has them as they are. */
const SIMPLIFIABLE = [OF_ITEMS, OF_CSV_FILES];

const ITEMS = { name: 'Items', value: 'items', description: 'One item for each event' };
const FILE = {
	name: 'File',
	value: 'file',
	description:
		'One item with a file of all events, for reports of any size. The item says what the file holds, with a checksum.',
};
const SUMMARY = {
	name: 'Summary',
	value: 'summary',
	description:
		'How many of all events, for each user or other columns, and for each hour, day, week or month',
};

function outputField(operation: string, options: INodePropertyOptions[]): INodeProperties {
	return {
		displayName: 'Output',
		name: 'output',
		type: 'options',
		displayOptions: { show: { resource: ['event'], operation: [operation] } },
		options,
		default: 'items',
	};
}

const SUMMARIZED = { show: { ...OF_ITEMS, operation: ['list'], output: ['summary'] } };

const summaryFields: INodeProperties[] = [
	{
		displayName: 'Group By',
		name: 'groupBy',
		type: 'multiOptions',
		displayOptions: SUMMARIZED,
		typeOptions: COLUMNS_OF_THE_LOG,
		allowArbitraryValues: true,
		default: ['userEmail'],
		description: `Up to ${MAX_GROUP_BY} columns: events that have the same in all of them are one item. With no column all events are. An expression may return a list of names, also dotted paths of the raw event such as service.name.`,
	},
	{
		displayName: 'Interval',
		name: 'interval',
		type: 'options',
		displayOptions: SUMMARIZED,
		options: [
			{ name: 'None', value: 'none', description: 'One item for each group' },
			...INTERVAL_UNITS.map(toChoice),
		],
		default: 'none',
		description:
			'Whether to count each hour, day, week or month by itself, in the timezone of the workflow. One without events has no item.',
	},
];

/** What List and Feed make of the events. Each field but the first is shown where it has a say. */
export const outputFields: INodeProperties[] = [
	outputField('list', [ITEMS, FILE, SUMMARY]),
	outputField('feed', [ITEMS, FILE]),
	{
		displayName:
			'The file will hold no more events than Limit says. For a complete report, turn on Return All.',
		name: 'limitedFileNotice',
		type: 'notice',
		displayOptions: { show: { ...OF_FILES, returnAll: [false] } },
		default: '',
	},
	{
		displayName: 'File Format',
		name: 'fileFormat',
		type: 'options',
		displayOptions: { show: OF_FILES },
		options: [
			{ name: 'CSV', value: 'csv', description: 'A table, for spreadsheets' },
			{
				name: 'NDJSON',
				value: 'ndjson',
				description: 'Each event on a line of its own, exactly as the service sent it',
			},
		],
		default: 'csv',
	},
	{
		displayName: 'For Excel',
		name: 'byteOrderMark',
		type: 'boolean',
		displayOptions: { show: OF_CSV_FILES },
		default: false,
		description:
			'Whether to begin the file with a byte order mark, which Excel needs to show letters such as ü and 漢 right',
	},
	...summaryFields,
	...SIMPLIFIABLE.map((show) => ({ ...simplifyField, displayOptions: { show } })),
	...SIMPLIFIABLE.flatMap((show) => [
		{
			...columnsField,
			displayOptions: { show: { ...show, simplify: [true] }, hide: { '@tool': [true] } },
		},
		{
			...columnsField,
			displayOptions: { show: { ...show, simplify: [true], '@tool': [true] } },
			default: COLUMNS_FOR_MODELS,
		},
	]),
];

export const exactCountField: INodeProperties = {
	displayName: 'Exact Count',
	name: 'exactCount',
	type: 'boolean',
	displayOptions: { show: { resource: ['event'], operation: ['count'] } },
	default: false,
	description:
		'Whether to count by reading every event. Slower, and exact also where the service stops counting at some number.',
};
