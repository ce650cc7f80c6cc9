import { BY_HAND, chainOf, type NewNode } from '../n8n/chain';
import { KEY } from '../n8n/credentials';
import { addWorkflow } from '../n8n/editing';
import type { EditorApi } from '../n8n/editorApi';

const PACKAGE = 'n8n-nodes-org-event-log';

/** The name of the one node of the package in a workflow made here. */
export const NODE_NAME = 'Event Log';

type Parameters = Readonly<Record<string, unknown>>;

async function create(api: EditorApi, ...nodes: NewNode[]): Promise<string> {
	return (await addWorkflow(api, chainOf(`Browser test ${Date.now()}`, nodes))).id;
}

function packageNode(type: string, parameters: Parameters): NewNode {
	return {
		name: NODE_NAME,
		type: `${PACKAGE}.${type}`,
		typeVersion: 1,
		parameters,
		credentials: { orgEventLogApi: KEY },
	};
}

/** A workflow that runs the node once when it is started by hand. Gives its id. */
export async function createWithNode(api: EditorApi, parameters: Parameters): Promise<string> {
	return await create(api, BY_HAND, packageNode('orgEventLog', parameters));
}

/** A workflow that consists of the trigger. Gives its id. */
export async function createWithTrigger(api: EditorApi, parameters: Parameters): Promise<string> {
	const polling = { pollTimes: { item: [{ mode: 'everyMinute' }] } };
	return await create(api, packageNode('orgEventLogTrigger', { ...polling, ...parameters }));
}
