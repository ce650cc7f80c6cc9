import { KEY } from '../n8n/credentials';
import type { CredentialName } from '../n8n/editing';

/** The path of the webhook whose workflow is run many times at once. */
export const BURST_WEBHOOK = 'webhook/queue-burst';

/** The node that makes a file, and the workflow that it is in. */
export const FILE_NODE = 'Events as a File';
export const FILE_WORKFLOW = 'queueFile';
export const BURST_WORKFLOW = 'queueBurst';

/** A workflow as n8n's editor saves it. */
export interface NewWorkflow {
	readonly id: string;
	readonly name: string;
	readonly nodes: ReadonlyArray<Readonly<Record<string, unknown>>>;
	readonly connections: Readonly<Record<string, unknown>>;
	readonly settings: Readonly<Record<string, unknown>>;
}

const SETTINGS = { executionOrder: 'v1' };
const EVENTS_OF_YESTERDAY = {
	resource: 'event',
	operation: 'list',
	returnAll: true,
	timeRange: 'period',
	period: 'yesterday',
};

/** Each node after the first follows the one before. */
function chain(id: string, name: string, nodes: NewWorkflow['nodes']): NewWorkflow {
	const names = nodes.map((node) => String(node.name));
	const connections: Record<string, unknown> = {};
	for (const [index, node] of names.entries()) {
		const next = names[index + 1];
		if (next === undefined) break;
		connections[node] = { main: [[{ node: next, type: 'main', index: 0 }]] };
	}
	const placed = nodes.map((node, index) => ({
		...node,
		id: `${id}-${index + 1}`,
		position: [240 * index, 0],
	}));
	return { id, name, nodes: placed, connections, settings: SETTINGS };
}

function eventLogNode(name: string, credential: CredentialName, parameters: object) {
	return {
		name,
		type: 'n8n-nodes-org-event-log.orgEventLog',
		typeVersion: 1,
		parameters: { ...EVENTS_OF_YESTERDAY, ...parameters },
		credentials: { orgEventLogApi: credential },
	};
}

/** Writes the events of yesterday into a file and sends it to the sink. */
export function fileWorkflow(sinkUrl: string): NewWorkflow {
	// By a key: no token of it expires.
	return chain(FILE_WORKFLOW, 'Queue mode: a file', [
		{ name: 'By Hand', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
		eventLogNode(FILE_NODE, KEY, { output: 'file', fileFormat: 'csv' }),
		{
			name: 'Upload',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: {
				method: 'PUT',
				url: `${sinkUrl}/queue-mode/events.csv`,
				sendBody: true,
				contentType: 'binaryData',
				inputDataFieldName: 'data',
				options: {},
			},
		},
	]);
}

/** Lists the events of yesterday; whoever calls the webhook is told whether that succeeded. */
export function burstWorkflow(credential: CredentialName): NewWorkflow {
	return chain(BURST_WORKFLOW, 'Queue mode: many at once', [
		{
			name: 'On Request',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			webhookId: '5d0c9b9e-90f3-4c39-9d7e-5b8f2f2d8a10',
			parameters: {
				httpMethod: 'GET',
				path: BURST_WEBHOOK.replace('webhook/', ''),
				responseMode: 'lastNode',
				options: {},
			},
		},
		eventLogNode('Events of Yesterday', credential, {}),
		{
			name: 'How Many',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			executeOnce: true,
			parameters: {
				mode: 'raw',
				jsonOutput: '={{ { events: $input.all().length } }}',
				options: {},
			},
		},
	]);
}
