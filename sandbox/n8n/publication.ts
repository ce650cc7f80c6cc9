import { isJsonObject } from '../jsonGuards';
import type { WaitOptions } from '../processes/waitUntil';
import { waitUntil } from '../processes/waitUntil';
import { type EditorApi, fieldOf } from './editorApi';
import { DELIVERY_WORKFLOW, TRIGGER_TYPE } from './imports';

type Node = Readonly<Record<string, unknown>>;

function nodesOf(workflow: unknown): readonly Node[] {
	const nodes: unknown = fieldOf(workflow, 'nodes');
	if (!Array.isArray(nodes) || !nodes.every(isJsonObject)) throw new TypeError('Not a workflow');
	return nodes;
}

function parametersOf({ parameters }: Node): object {
	return isJsonObject(parameters) ? parameters : {};
}

/** Connections go by the names of nodes. */
function renamed(connections: unknown, from: unknown, to: string): unknown {
	if (!isJsonObject(connections)) throw new TypeError('A workflow without connections');
	const entries = Object.entries(connections);
	return Object.fromEntries(entries.map(([name, targets]) => [name === from ? to : name, targets]));
}

/** Publishes a version of a workflow. Gives what n8n says of it in the end: `published`, `failed`, … */
async function publishVersion(
	api: EditorApi,
	workflowId: string,
	versionId: unknown,
	wait: WaitOptions,
): Promise<string> {
	const path = `workflows/${workflowId}`;
	await api.post(`${path}/activate`, { versionId });
	return await waitUntil('n8n to publish', wait, async () => {
		const status = String(fieldOf(await api.get(`${path}/publication-status`), 'status'));
		// n8n asks its database twice: in between it takes a publication that ends for none at all.
		return !['in_progress', 'not_published'].includes(status) && status;
	});
}

/** Publishes a workflow as it was last saved. @throws Error where n8n says anything but `published` */
export async function publish(
	api: EditorApi,
	workflowId: string,
	wait: WaitOptions,
): Promise<void> {
	const workflow = await api.get(`workflows/${workflowId}`);
	const status = await publishVersion(api, workflowId, fieldOf(workflow, 'versionId'), wait);
	if (status !== 'published') throw new Error(`n8n says of publishing ${workflowId}: ${status}`);
}

/** Saves a workflow of n8n's with changes, as the editor does. */
async function save(
	api: EditorApi,
	workflow: unknown,
	changes: Readonly<Record<string, unknown>>,
): Promise<unknown> {
	const kept = ['name', 'nodes', 'connections', 'settings'] as const;
	const fields = Object.fromEntries(kept.map((field) => [field, fieldOf(workflow, field)]));
	return await api.patch(`workflows/${String(fieldOf(workflow, 'id'))}`, { ...fields, ...changes });
}

/** Removes the sample data of a workflow and sets parameters of its nodes, by name, in the editor. */
export async function editWorkflow(
	api: EditorApi,
	workflowId: string,
	parameters: Readonly<Record<string, object>>,
): Promise<void> {
	const workflow = await api.get(`workflows/${workflowId}`);
	const nodes = nodesOf(workflow).map((node) => ({
		...node,
		parameters: { ...parametersOf(node), ...parameters[String(node.name)] },
	}));
	await save(api, workflow, { nodes, pinData: {} });
}

/**
 * Renames the trigger of the delivery workflow and publishes it, as the editor does. Gives what n8n
 * says of the publication once it has ended: `published`, `failed`, …
 */
export async function publishRenamed(
	api: EditorApi,
	name: string,
	wait: WaitOptions,
): Promise<string> {
	const workflow = await api.get(`workflows/${DELIVERY_WORKFLOW}`);
	const nodes = nodesOf(workflow);
	const trigger = nodes.find(({ type }) => type === TRIGGER_TYPE);
	if (trigger === undefined) throw new Error('The delivery workflow has no trigger');
	const saved = await save(api, workflow, {
		nodes: nodes.map((node) => (node === trigger ? { ...node, name } : node)),
		connections: renamed(fieldOf(workflow, 'connections'), trigger.name, name),
	});
	return await publishVersion(api, DELIVERY_WORKFLOW, fieldOf(saved, 'versionId'), wait);
}
