import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLES } from '../places';
import { runN8nCommand } from './command';
import { sandboxCredentials } from './credentials';
import type { N8nInstance } from './settings';

/** Ids of the two example workflows that the sandbox activates. */
export const DELIVERY_WORKFLOW = 'orgEventLogDelivery';
export const REPORT_WORKFLOW = 'orgEventLogYesterday';

/** The path of the webhook that makes the report of yesterday. */
export const REPORT_WEBHOOK = 'webhook/report-of-yesterday';

/** Where the imported workflows find the service, and whoever they send things to. */
export interface Endpoints {
	readonly serviceUrl: string;
	readonly sinkUrl: string;
}

/** Whatever the examples call at this host, the sandbox's sink answers. */
const PLACEHOLDER = /https:\/\/[a-z]+\.example\.com(?=\/)/g;

function writeWorkflows(folder: string, sinkUrl: string): void {
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	for (const name of readdirSync(EXAMPLES).filter((file) => file.endsWith('.json'))) {
		const workflow = readFileSync(join(EXAMPLES, name), 'utf8');
		writeFileSync(join(folder, name), workflow.replace(PLACEHOLDER, sinkUrl));
	}
}

/**
 * Imports the credentials and all example workflows into a stopped n8n, and publishes those with
 * the given ids; the others stay inactive.
 */
export async function importExamples(
	n8n: N8nInstance,
	endpoints: Endpoints,
	publishedIds: readonly string[],
	signal: AbortSignal,
): Promise<void> {
	const folder = join(n8n.settings.userFolder, 'imports');
	const workflows = join(folder, 'workflows');
	const credentials = join(folder, 'credentials.json');
	writeWorkflows(workflows, endpoints.sinkUrl);
	writeFileSync(credentials, JSON.stringify(sandboxCredentials(endpoints.serviceUrl)));
	const run = (...args: string[]) => runN8nCommand(n8n, args, signal);
	await run('import:credentials', `--input=${credentials}`);
	await run('import:workflow', '--separate', `--input=${workflows}`);
	for (const id of publishedIds) await run('publish:workflow', `--id=${id}`);
}
