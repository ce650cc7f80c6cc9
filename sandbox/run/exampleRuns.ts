import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EditorApi } from '../n8n/editorApi';
import { fieldOf } from '../n8n/editorApi';
import { listExecutions } from '../n8n/executions';
import { startByHand } from '../n8n/manualRun';
import { EXAMPLES } from '../places';
import type { WaitOptions } from '../processes/waitUntil';
import { waitUntil } from '../processes/waitUntil';

const UNFINISHED = new Set(['new', 'running', 'waiting', 'undefined']);

/** Ids of all example workflows. */
export function exampleIds(): string[] {
	return readdirSync(EXAMPLES)
		.filter((name) => name.endsWith('.json'))
		.map((name): unknown => JSON.parse(readFileSync(join(EXAMPLES, name), 'utf8')))
		.map((workflow) => String(fieldOf(workflow, 'id')));
}

async function statusOf(api: EditorApi, workflowId: string, id: string): Promise<string> {
	const executions = await listExecutions(api, workflowId);
	return String(executions.find((execution) => execution.id === id)?.status);
}

/**
 * Runs every example by hand but those given, one after another.
 * @returns the ids of the workflows that did not succeed
 */
export async function runExamples(
	api: EditorApi,
	except: readonly string[],
	wait: WaitOptions,
): Promise<string[]> {
	const failed: string[] = [];
	for (const workflowId of exampleIds().filter((id) => !except.includes(id))) {
		const executionId = await startByHand(api, workflowId);
		let status = '';
		await waitUntil(`the example ${workflowId} to end`, wait, async () => {
			status = await statusOf(api, workflowId, executionId);
			return !UNFINISHED.has(status);
		});
		if (status !== 'success') failed.push(workflowId);
	}
	return failed;
}
