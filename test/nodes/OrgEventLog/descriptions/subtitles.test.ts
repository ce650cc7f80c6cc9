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
const PICKED = { __rl: true, mode: 'list', value: 'Identity' };

it.each<[INodeParameters, string]>([
	[{}, 'list: all time, limit 50'],
	[{ returnAll: true }, 'list: all time'],
	[{ timeRange: 'last' }, 'list: last 24 hours, limit 50'],
	[{ operation: 'export', timeRange: 'period', period: 'lastMonth' }, 'export: last month → XLSX'],
	[
		{ operation: 'export', filters: FILTERS, fileFormat: 'ndjson' },
		'export: Access + deny, all time → NDJSON',
	],
	[{ operation: 'summarize', timeRange: 'period', period: 'lastWeek' }, 'summarize: last week'],
	[
		{ timeRange: 'custom', filters: { type: PICKED }, exclude: FILTERS, limit: 5 },
		'list: Identity, not Access + deny, custom range, limit 5',
	],
	[
		{ operation: 'count', timeRange: 'last', lastAmount: 7, lastUnit: 'days' },
		'count: last 7 days',
	],
	[
		{ operation: 'count', timeRange: 'last', lastAmount: 1, lastUnit: 'hours' },
		'count: last 1 hour',
	],
	[{ operation: 'feed', preset: 'refusedAccess' }, 'feed: all time, limit 50'],
	[
		{ timeRange: 'period', period: 'yesterday', preset: 'deviceRegistered' },
		'list: device registered, yesterday, limit 50',
	],
	[
		{ filters: { userEmail: 'a'.repeat(40) }, returnAll: true },
		`list: ${'a'.repeat(30)}, all time`,
	],
])('the node with %j says: %s', async (parameters, subtitle) => {
	expect(await subtitleOf(new OrgEventLog(), parameters)).toBe(subtitle);
});

it.each<[INodeParameters, string]>([
	[{}, 'any event'],
	[{ filters: FILTERS }, 'Access + deny'],
	[{ exclude: { type: 'Access' } }, 'not Access'],
	[{ preset: 'none' }, 'any event'],
	[{ preset: 'refusedAccess' }, 'refused access'],
	[
		{ preset: 'warningsAndErrors', filters: { type: PICKED, action: '' }, emit: 'burst' },
		'warnings and errors, Identity, bursts',
	],
	[{ filters: { type: 'Access' }, emit: 'digest' }, 'Access, digest'],
])('the trigger with %j says: %s', async (parameters, subtitle) => {
	expect(await subtitleOf(new OrgEventLogTrigger(), parameters)).toBe(subtitle);
});

it('stays where expressions have no value yet', async () => {
	const nothing = '={{ $json.not.there }}';
	const filters = { type: nothing, action: { ...PICKED, value: nothing } };
	const choice = { preset: nothing, filters, exclude: filters };
	const last = { timeRange: 'last', lastAmount: nothing, lastUnit: nothing };

	expect(await subtitleOf(new OrgEventLogTrigger(), { ...choice, emit: nothing })).toBe(
		'…, … + …, not … + …',
	);
	expect(await subtitleOf(new OrgEventLog(), { ...choice, ...last, limit: nothing })).toBe(
		'list: …, … + …, not … + …, last … …, limit …',
	);
	const range = { timeRange: nothing, operation: 'export', fileFormat: nothing };
	expect(await subtitleOf(new OrgEventLog(), range)).toBe('export: … → …');
});
