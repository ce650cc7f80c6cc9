import type { EditorApi } from './editorApi';
import { fieldOf } from './editorApi';

/**
 * Starts a workflow as its first trigger would, like "Execute workflow" in the editor.
 * @returns the id of the execution. @throws Error where there is no trigger, or n8n refuses
 */
export async function startByHand(api: EditorApi, workflowId: string): Promise<string> {
	const workflowData = await api.get(`workflows/${workflowId}`);
	const nodes: unknown = fieldOf(workflowData, 'nodes');
	const trigger: unknown = Array.isArray(nodes)
		? nodes.find((node) => String(fieldOf(node, 'type')).endsWith('Trigger'))
		: undefined;
	if (trigger === undefined) throw new Error(`${workflowId} has no trigger to start with`);
	const triggerToStartFrom = { name: fieldOf(trigger, 'name') };
	const started = await api.post(`workflows/${workflowId}/run`, {
		workflowData,
		triggerToStartFrom,
	});
	return String(fieldOf(started, 'executionId'));
}
