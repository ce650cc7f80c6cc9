import type { WaitOptions } from '../processes/waitUntil';
import { waitUntil } from '../processes/waitUntil';
import type { EditorApi } from './editorApi';
import { fieldOf } from './editorApi';
import { isUnderWay, statusOfExecution } from './executions';

function firstTriggerOf(workflow: unknown): unknown {
	const nodes: unknown = fieldOf(workflow, 'nodes');
	if (!Array.isArray(nodes)) return undefined;
	return fieldOf(
		nodes.find((node) => String(fieldOf(node, 'type')).endsWith('Trigger')),
		'name',
	);
}

/**
 * Starts a workflow like "Execute workflow" in the editor, from its first trigger unless one is named.
 * @returns the id of the execution. @throws Error where there is no trigger, or n8n refuses
 */
export async function startByHand(
	api: EditorApi,
	workflowId: string,
	triggerName?: string,
): Promise<string> {
	const workflowData = await api.get(`workflows/${workflowId}`);
	const name = triggerName ?? firstTriggerOf(workflowData);
	if (name === undefined) throw new Error(`${workflowId} has no trigger to start with`);
	const started = await api.post(`workflows/${workflowId}/run`, {
		workflowData,
		triggerToStartFrom: { name },
	});
	return String(fieldOf(started, 'executionId'));
}

/** Waits until an execution has come to its end. @throws Error where it does not succeed */
export async function waitForSuccess(
	api: EditorApi,
	executionId: string,
	wait: WaitOptions,
): Promise<void> {
	const status = await waitUntil(`execution ${executionId} to end`, wait, async () => {
		const now = await statusOfExecution(api, executionId);
		return !isUnderWay(now) && now;
	});
	if (status !== 'success') throw new Error(`Execution ${executionId} ended with ${status}`);
}

/**
 * Runs a workflow by hand to its end, as the editor does.
 *
 * @returns the id of the execution
 * @throws Error where it does not succeed
 */
export async function runByHand(
	api: EditorApi,
	workflowId: string,
	wait: WaitOptions,
): Promise<string> {
	const executionId = await startByHand(api, workflowId);
	await waitForSuccess(api, executionId, wait);
	return executionId;
}
