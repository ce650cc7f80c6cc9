import type { INodeParameters } from 'n8n-workflow';
import { OrgEventLog } from '../../../../nodes/OrgEventLog/OrgEventLog.node';
import { OrgEventLogTrigger } from '../../../../nodes/OrgEventLog/OrgEventLogTrigger.node';
import { createExecuteContext } from '../../../support/n8nContexts';

/** What stands under the node on the canvas. */
async function subtitleOf(node: OrgEventLog | OrgEventLogTrigger, parameters: INodeParameters) {
	const { subtitle = '' } = node.description;
	const { run } = createExecuteContext({ node, parameters });
	return await run((context) => context.evaluateExpression(subtitle.replace(/^=/, ''), 0));
}

const FILTERS = { type: 'Access', action: 'deny' };

it.each<[INodeParameters, string]>([
	[{}, 'list: all time'],
	[{ timeRange: 'last' }, 'list: last 24 hours'],
	[
		{ timeRange: 'period', period: 'lastMonth', output: 'file', returnAll: true },
		'list: last month → CSV',
	],
	[
		{
			timeRange: 'period',
			period: 'today',
			output: 'file',
			fileFormat: 'ndjson',
			filters: FILTERS,
		},
		'list: today, 2 filters → NDJSON',
	],
	[{ timeRange: 'period', period: 'lastWeek', output: 'summary' }, 'list: last week → summary'],
	[{ timeRange: 'custom', filters: { type: 'Access' } }, 'list: between dates, 1 filter'],
	[
		{ operation: 'count', timeRange: 'last', lastAmount: 7, lastUnit: 'days' },
		'count: last 7 days',
	],
	[{ operation: 'feed' }, 'feed: all time'],
	[
		{ timeRange: 'period', period: 'yesterday', preset: 'deviceRegistered' },
		'list: yesterday, device registered',
	],
])('the node with %j says: %s', async (parameters, subtitle) => {
	expect(await subtitleOf(new OrgEventLog(), parameters)).toBe(subtitle);
});

it.each<[INodeParameters, string]>([
	[{}, 'new events'],
	[{ filters: FILTERS }, 'new events, 2 filters'],
	[{ preset: 'none' }, 'new events'],
	[{ preset: 'refusedAccess' }, 'new events, refused access'],
	[
		{ preset: 'warningsAndErrors', filters: FILTERS, emit: 'burst' },
		'bursts of events, warnings and errors, 2 filters',
	],
	[
		{ source: 'list', filters: { type: 'Access' }, emit: 'digest' },
		'digest of new events, 1 filter',
	],
])('the trigger with %j says: %s', async (parameters, subtitle) => {
	expect(await subtitleOf(new OrgEventLogTrigger(), parameters)).toBe(subtitle);
});
