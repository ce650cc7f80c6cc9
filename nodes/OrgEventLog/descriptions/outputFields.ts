import type { INodeProperties } from 'n8n-workflow';
import { DEFAULT_GROUP_BY, MAX_GROUP_BY } from '../parameters/parseOutput';
import { COLUMNS_METHOD } from '../recentLog/editorLists/choices';
import { createField } from './fields';

const COLUMNS_OF_THE_LOG = { loadOptionsMethod: COLUMNS_METHOD };

const SIMPLIFY = 'Whether to return a simplified version of the response instead of the raw data';

export const simplifyField = createField('simplify', SIMPLIFY);

export const columnsField: INodeProperties = {
	displayName: 'Columns',
	name: 'columns',
	type: 'multiOptions',
	typeOptions: COLUMNS_OF_THE_LOG,
	allowArbitraryValues: true,
	default: [],
	description:
		'Which columns, in which order. None: all of them. An expression may give paths such as user_principal.user.groups.',
};

const LIST_OR_FEED = { resource: ['event'], operation: ['list', 'feed'] };
const EXPORT = { resource: ['event'], operation: ['export'] };
const EXPORT_OF_TABLE = { ...EXPORT, fileFormat: ['csv', 'xlsx'] };

/** NDJSON is not among these, because it has events as they came. */
const SIMPLIFIABLE = [LIST_OR_FEED, EXPORT_OF_TABLE];

const SUMMARIZED = { show: { resource: ['event'], operation: ['summarize'] } };

const summaryFields: INodeProperties[] = [
	{
		displayName: 'Group By',
		name: 'groupBy',
		type: 'multiOptions',
		displayOptions: SUMMARIZED,
		typeOptions: COLUMNS_OF_THE_LOG,
		allowArbitraryValues: true,
		default: [...DEFAULT_GROUP_BY],
		description: `Columns to count by, at most ${MAX_GROUP_BY}; none counts all events together. An expression may give paths such as service.name.`,
	},
	createField(
		'interval',
		"Count each hour, day, week or month separately, in the workflow's timezone. Intervals without events have no item.",
		SUMMARIZED,
	),
];

export const outputFields: INodeProperties[] = [
	createField('fileFormat', undefined, { show: EXPORT }),
	...summaryFields,
	...SIMPLIFIABLE.map((show) => ({ ...simplifyField, displayOptions: { show } })),
	...SIMPLIFIABLE.map((show) => {
		return { ...columnsField, displayOptions: { show: { ...show, simplify: [true] } } };
	}),
];

export const exactCountField = createField(
	'exactCount',
	'Whether to count by reading every event: slower, but exact even if the service stops counting at some number',
	{ show: { resource: ['event'], operation: ['count'] } },
);
