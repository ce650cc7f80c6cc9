import type { ImportedCredential } from './credentials';
import { sandboxCredentials } from './credentials';
import { type EditorApi, objectsIn } from './editorApi';
import type { Filling } from './imports';
import { prepareWorkflow } from './imports';
import { publish } from './publication';
import type { WaitOptions } from '../processes/waitUntil';
import type { WorkflowFile } from './workflowFiles';
import { readExamples, readOwnWorkflows } from './workflowFiles';

async function storeCredential(
	api: EditorApi,
	stored: ReadonlyMap<string, string>,
	{ name, type, data }: ImportedCredential,
): Promise<void> {
	const id = stored.get(name);
	const credential = { name, type, data };
	if (id === undefined) await api.post('credentials', credential);
	else await api.patch(`credentials/${id}`, credential);
}

async function storeWorkflow(api: EditorApi, workflow: WorkflowFile): Promise<void> {
	const isThere = await api.get(`workflows/${workflow.id}`).then(
		() => true,
		() => false,
	);
	if (isThere) await api.patch(`workflows/${workflow.id}`, workflow);
	else await api.post('workflows', workflow);
}

/**
 * Stores credentials and workflows in a running n8n and publishes those that are to be. What is there by the same name
 * is set anew. n8n finds the credentials that a workflow names by their names.
 *
 * @throws Error where n8n refuses
 */
export async function fillN8n(api: EditorApi, filling: Filling, wait: WaitOptions): Promise<void> {
	const { endpoints, workflows, publishedWorkflows, furtherCredentials = [] } = filling;
	const { serviceUrl, sinkUrl } = endpoints;
	const listed = objectsIn(await api.get('credentials'));
	const stored = new Map(listed.map(({ name, id }) => [String(name), String(id)]));
	for (const credential of [...sandboxCredentials(serviceUrl, sinkUrl), ...furtherCredentials]) {
		await storeCredential(api, stored, credential);
	}
	for (const workflow of [...readOwnWorkflows(), ...readExamples()]) {
		if (workflows !== undefined && !workflows.includes(workflow.id)) continue;
		await storeWorkflow(api, prepareWorkflow(workflow, filling));
	}
	for (const id of publishedWorkflows) await publish(api, id, wait);
}
