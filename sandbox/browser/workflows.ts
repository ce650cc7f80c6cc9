import { KEY } from '../n8n/credentials';
import type { EditorApi } from '../n8n/editorApi';
import { fieldOf } from '../n8n/editorApi';

const PACKAGE = 'n8n-nodes-org-event-log';

/** The name of the one node of the package in a workflow made here. */
export const NODE_NAME = 'Event Log';

type Parameters = Readonly<Record<string, unknown>>;

async function create(
	api: EditorApi,
	nodes: readonly object[],
	connections: object,
): Promise<string> {
	const name = `Browser test ${Date.now()}`;
	const created = await api.post('workflows', { name, nodes, connections, settings: {} });
	return String(fieldOf(created, 'id'));
}

function packageNode(type: string, parameters: Parameters): object {
	return {
		id: 'event-log',
		name: NODE_NAME,
		type: `${PACKAGE}.${type}`,
		typeVersion: 1,
		position: [220, 0],
		parameters,
		credentials: { orgEventLogApi: KEY },
	};
}

/** A workflow that runs the node once when it is started by hand. Gives its id. */
export async function createWithNode(api: EditorApi, parameters: Parameters): Promise<string> {
	const start = {
		id: 'start',
		name: 'Start',
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const connections = { Start: { main: [[{ node: NODE_NAME, type: 'main', index: 0 }]] } };
	return await create(api, [start, packageNode('orgEventLog', parameters)], connections);
}

/** A workflow that consists of the trigger. Gives its id. */
export async function createWithTrigger(api: EditorApi, parameters: Parameters): Promise<string> {
	const polling = { pollTimes: { item: [{ mode: 'everyMinute' }] } };
	return await create(api, [packageNode('orgEventLogTrigger', { ...polling, ...parameters })], {});
}
