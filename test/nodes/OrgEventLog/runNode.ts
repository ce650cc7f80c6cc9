import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { OrgEventLog } from '../../../nodes/OrgEventLog/OrgEventLog.node';
import type { EventLogService, EventRecord, ServiceBehaviour } from '../../../sandbox/service';
import { DEFAULT_API_KEY, createEventLog, startEventLogService } from '../../../sandbox/service';
import type { ExecuteContextOptions } from '../../support/n8nContexts';
import { createCredentialStore, createExecuteContext } from '../../support/n8nContexts';

export type NodeOptions = Omit<ExecuteContextOptions, 'node' | 'credential' | 'parameters'>;

/** An API key of the service. */
export const credentialFor = ({ baseUrl }: EventLogService, apiKey = DEFAULT_API_KEY) =>
	createCredentialStore({ baseUrl, authentication: 'apiKey', apiKey });

/** Runs the node against a service as n8n does, and hands back its items and its notes. */
export async function runNode(
	service: EventLogService,
	parameters: INodeParameters,
	options: NodeOptions = {},
): Promise<{ items: INodeExecutionData[]; notes: string[] }> {
	const node = new OrgEventLog();
	const credential = credentialFor(service);
	const { run, hints } = createExecuteContext({ ...options, node, credential, parameters });
	const [items = []] = await run(async (context) => await node.execute.call(context));
	return { items, notes: hints.map(({ message }) => message) };
}

/** The items that the node gives of a log with these events. */
export async function runOver(
	events: readonly EventRecord[],
	parameters: INodeParameters,
	behaviour?: Partial<ServiceBehaviour>,
): Promise<INodeExecutionData[]> {
	const service = await startEventLogService({ log: createEventLog(events), behaviour });
	try {
		return (await runNode(service, parameters)).items;
	} finally {
		await service.close();
	}
}

/** The ids of raw or simplified items, in their order. */
export function idsOf(items: readonly INodeExecutionData[]): string[] {
	return items.map(({ json: { id } }) => (typeof id === 'string' ? id : 'not an id'));
}
