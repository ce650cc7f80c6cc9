import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { OrgEventLog } from '../../../nodes/OrgEventLog/OrgEventLog.node';
import { DEFAULT_API_KEY, type EventLogService } from '../../../sandbox/service';
import {
	createCredentialStore,
	createExecuteContext,
	type ExecuteContextOptions,
} from '../../support/n8nContexts';

export type NodeOptions = Omit<ExecuteContextOptions, 'node' | 'credential' | 'parameters'>;

/** Runs the node against a service as n8n does, and hands back its items and its notes. */
export async function runNode(
	service: EventLogService,
	parameters: INodeParameters,
	options: NodeOptions = {},
): Promise<{ items: INodeExecutionData[]; notes: string[] }> {
	const node = new OrgEventLog();
	const credential = createCredentialStore({
		baseUrl: service.baseUrl,
		authentication: 'apiKey',
		apiKey: DEFAULT_API_KEY,
	});
	const { run, hints } = createExecuteContext({ ...options, node, credential, parameters });
	const [items = []] = await run(async (context) => await node.execute.call(context));
	return { items, notes: hints.map(({ message }) => message) };
}

/** The ids of raw or simplified items, in their order. */
export function idsOf(items: readonly INodeExecutionData[]): string[] {
	return items.map(({ json: { id } }) => (typeof id === 'string' ? id : 'not an id'));
}
