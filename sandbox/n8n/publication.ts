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

/** Connections go by the names of nodes. */
function renamed(connections: unknown, from: unknown, to: unknown): unknown {
	if (!isJsonObject(connections)) throw new TypeError('A workflow without connections');
	const entries = Object.entries(connections);
	return Object.fromEntries(
		entries.map(([name, targets]) => [name === from ? String(to) : name, targets]),
	);
}

/**
 * Changes the trigger of the delivery workflow and publishes it, as the editor does. Gives what n8n
 * says of the publication once it has ended: `published`, `failed`, …
 */
export async function publishWithTrigger(
	api: EditorApi,
	change: (trigger: Node) => Node,
	wait: WaitOptions,
): Promise<string> {
	const path = `workflows/${DELIVERY_WORKFLOW}`;
	const workflow = await api.get(path);
	const nodes = nodesOf(workflow);
	const trigger = nodes.find(({ type }) => type === TRIGGER_TYPE);
	if (trigger === undefined) throw new Error('The delivery workflow has no trigger');
	const changed = change(trigger);
	const saved = await api.patch(path, {
		name: fieldOf(workflow, 'name'),
		nodes: nodes.map((node) => (node === trigger ? changed : node)),
		connections: renamed(fieldOf(workflow, 'connections'), trigger.name, changed.name),
		settings: fieldOf(workflow, 'settings'),
	});
	await api.post(`${path}/activate`, { versionId: fieldOf(saved, 'versionId') });
	return await waitUntil('n8n to publish', wait, async () => {
		const status = String(fieldOf(await api.get(`${path}/publication-status`), 'status'));
		return status !== 'in_progress' && status;
	});
}
