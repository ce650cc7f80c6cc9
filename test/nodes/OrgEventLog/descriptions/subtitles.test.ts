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
	[{}, 'list: all time, limit 50'],
	[{ returnAll: true }, 'list: all time'],
	[{ timeRange: 'last' }, 'list: last 24 hours, limit 50'],
	[{ operation: 'export', timeRange: 'period', period: 'lastMonth' }, 'export: last month → XLSX'],
	[
		{
			timeRange: 'period',
			period: 'today',
			operation: 'export',
			fileFormat: 'ndjson',
			filters: FILTERS,
		},
		'export: today, 2 filters → NDJSON',
	],
	[{ operation: 'summarize', timeRange: 'period', period: 'lastWeek' }, 'summarize: last week'],
	[
		{ timeRange: 'custom', filters: { type: 'Access' }, exclude: FILTERS, limit: 5 },
		'list: custom range, 1 filter, 2 exclusions, limit 5',
	],
	[
		{ operation: 'count', timeRange: 'last', lastAmount: 7, lastUnit: 'days' },
		'count: last 7 days',
	],
	[
		{ operation: 'count', timeRange: 'last', lastAmount: 1, lastUnit: 'hours' },
		'count: last 1 hour',
	],
	[{ operation: 'feed' }, 'feed: all time, limit 50'],
	[
		{ timeRange: 'period', period: 'yesterday', preset: 'deviceRegistered' },
		'list: yesterday, device registered, limit 50',
	],
])('the node with %j says: %s', async (parameters, subtitle) => {
	expect(await subtitleOf(new OrgEventLog(), parameters)).toBe(subtitle);
});

it.each<[INodeParameters, string]>([
	[{}, 'new events'],
	[{ filters: FILTERS }, 'new events, 2 filters'],
	[{ exclude: { type: 'Access' } }, 'new events, 1 exclusion'],
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
