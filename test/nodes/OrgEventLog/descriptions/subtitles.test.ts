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

it.each<[INodeParameters, string]>([
	[{}, 'list'],
	[{ preset: 'refusedAccess', timeRange: 'last' }, 'list, refused access, last 24 hours'],
	[{ operation: 'export', timeRange: 'period', period: 'lastMonth' }, 'export, last month'],
	[{ operation: 'feed', timeRange: 'custom' }, 'feed, custom'],
	[{ operation: 'count', preset: '={{ $json.not.there }}' }, 'count, …'],
	[{ timeRange: 'period', period: "={{ $fromAI('Period') }}" }, 'list, …'],
	[{ timeRange: 'last', lastAmount: '={{ $json.not.there }}' }, 'list, last … hours'],
])('the node with %j says: %s', async (parameters, subtitle) => {
	expect(await subtitleOf(new OrgEventLog(), parameters)).toBe(subtitle);
});

it.each<[INodeParameters, string]>([
	[{}, 'events'],
	[{ preset: 'warningsAndErrors', emit: 'burst' }, 'warnings and errors, burst'],
])('the trigger with %j says: %s', async (parameters, subtitle) => {
	expect(await subtitleOf(new OrgEventLogTrigger(), parameters)).toBe(subtitle);
});
