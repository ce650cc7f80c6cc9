import type { INodeProperties } from 'n8n-workflow';
import type { SimplifiedColumn } from '../parameters/columns';
import { COLUMNS_METHOD } from '../recentLog/methodNames';

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
	'type',
	'subType',
	'action',
	'result',
	'message',
	'userEmail',
	'deviceName',
	'id',
] satisfies SimplifiedColumn[];

/** Where events may be simplified: NDJSON has them as they are. */
const SIMPLIFIABLE = [
	{ resource: ['event'], operation: ['list', 'feed'], output: ['items'] },
	{ resource: ['event'], operation: ['list', 'feed'], output: ['file'], fileFormat: ['csv'] },
];

/** What List and Feed make of the events. Each field but the first is shown where it has a say. */
export const outputFields: INodeProperties[] = [
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		displayOptions: { show: { resource: ['event'], operation: ['list', 'feed'] } },
		options: [
			{ name: 'Items', value: 'items', description: 'One item for each event' },
			{
				name: 'File',
				value: 'file',
				description:
					'One item with a file of all events, for reports of any size. The item says what the file holds, with a checksum.',
			},
		],
		default: 'items',
	},
	{
		displayName:
			'The file will hold no more events than Limit says. For a complete report, turn on Return All.',
		name: 'limitedFileNotice',
		type: 'notice',
		displayOptions: {
			show: {
				resource: ['event'],
				operation: ['list', 'feed'],
				output: ['file'],
				returnAll: [false],
			},
		},
		default: '',
	},
	{
		displayName: 'File Format',
		name: 'fileFormat',
		type: 'options',
		displayOptions: {
			show: { resource: ['event'], operation: ['list', 'feed'], output: ['file'] },
		},
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
		displayOptions: {
			show: {
				resource: ['event'],
				operation: ['list', 'feed'],
				output: ['file'],
				fileFormat: ['csv'],
			},
		},
		default: false,
		description:
			'Whether to begin the file with a byte order mark, which Excel needs to show letters such as ü and 漢 right',
	},
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
