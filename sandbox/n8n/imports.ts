import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '../jsonGuards';
import { EXAMPLES } from '../places';
import { runN8nCommand } from './command';
import { sandboxCredentials } from './credentials';
import type { N8nInstance } from './settings';

/** Ids of the two example workflows that the sandbox activates. */
export const DELIVERY_WORKFLOW = 'orgEventLogDelivery';
export const REPORT_WORKFLOW = 'orgEventLogYesterday';

/** The type of the delivery workflow's trigger. */
export const TRIGGER_TYPE = 'n8n-nodes-org-event-log.orgEventLogTrigger';

/** The path of the webhook that makes the report of yesterday. */
export const REPORT_WEBHOOK = 'webhook/report-of-yesterday';

/** Where the imported workflows find the service, and whoever they send things to. */
export interface Endpoints {
	readonly serviceUrl: string;
	readonly sinkUrl: string;
}

export interface ExampleImport {
	readonly endpoints: Endpoints;
	/** Ids of the workflows that are published; the others stay inactive. */
	readonly publishedWorkflows: readonly string[];
	readonly triggerParameters?: TriggerParameters;
}

/** Whatever the examples call at this host, the sandbox's sink answers. */
const PLACEHOLDER = /https:\/\/[a-z]+\.example\.com(?=\/)/g;

/** Settings of the delivery workflow's trigger, by the names of its parameters. */
export type TriggerParameters = Readonly<Record<string, unknown>>;

function withTriggerParameters(text: string, parameters: TriggerParameters): string {
	const workflow: unknown = JSON.parse(text);
	if (!isJsonObject(workflow) || !Array.isArray(workflow.nodes)) throw new TypeError('No workflow');
	if (workflow.id !== DELIVERY_WORKFLOW) return text;
	const nodes: unknown[] = workflow.nodes;
	const changed = nodes.map((node) =>
		isJsonObject(node) && node.type === TRIGGER_TYPE && isJsonObject(node.parameters)
			? { ...node, parameters: { ...node.parameters, ...parameters } }
			: node,
	);
	return JSON.stringify({ ...workflow, nodes: changed });
}

function writeWorkflows(folder: string, sinkUrl: string, parameters: TriggerParameters): void {
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	for (const name of readdirSync(EXAMPLES).filter((file) => file.endsWith('.json'))) {
		const workflow = readFileSync(join(EXAMPLES, name), 'utf8');
		const prepared = withTriggerParameters(workflow, parameters);
		writeFileSync(join(folder, name), prepared.replace(PLACEHOLDER, sinkUrl));
	}
}

/** Imports the credentials and all example workflows into a stopped n8n. */
export async function importExamples(
	n8n: N8nInstance,
	{ endpoints, publishedWorkflows, triggerParameters = {} }: ExampleImport,
	signal: AbortSignal,
): Promise<void> {
	const folder = join(n8n.settings.userFolder, 'imports');
	const workflows = join(folder, 'workflows');
	const credentials = join(folder, 'credentials.json');
	writeWorkflows(workflows, endpoints.sinkUrl, triggerParameters);
	writeFileSync(credentials, JSON.stringify(sandboxCredentials(endpoints.serviceUrl)));
	const run = (...args: string[]) => runN8nCommand(n8n, args, signal);
	await run('import:credentials', `--input=${credentials}`);
	await run('import:workflow', '--separate', `--input=${workflows}`);
	for (const id of publishedWorkflows) await run('publish:workflow', `--id=${id}`);
}
