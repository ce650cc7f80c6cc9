import type { CredentialName, NewWorkflow } from './editing';

/** A node as n8n's editor saves one, but for where it stands. */
export interface NewNode {
	readonly name: string;
	readonly type: string;
	readonly typeVersion: number;
	readonly parameters: object;
	readonly credentials?: object;
	readonly executeOnce?: boolean;
	readonly onError?: 'continueRegularOutput';
	readonly alwaysOutputData?: boolean;
	readonly webhookId?: string;
}

/** A workflow in which each node after the first follows the one before. */
export function chainOf(name: string, nodes: readonly NewNode[]): NewWorkflow {
	const links = nodes.slice(1).map((node, index) => {
		const previous = nodes[index]?.name ?? '';
		return [previous, { main: [[{ node: node.name, type: 'main', index: 0 }]] }] as const;
	});
	return {
		name,
		nodes: nodes.map((node, index) => ({
			...node,
			id: `node-${index}`,
			position: [240 * index, 0],
		})),
		connections: Object.fromEntries(links),
		settings: { executionOrder: 'v1' },
	};
}

/** "Execute workflow" in the editor starts here. */
export const BY_HAND: NewNode = {
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	parameters: {},
};

export const EVENT_LOG_TYPE = 'n8n-nodes-org-event-log.orgEventLog';

/** The package's node, with a credential. */
export function eventLogNode(
	orgEventLogApi: CredentialName,
	parameters: object,
	more: Partial<NewNode> = {},
): NewNode {
	return {
		name: 'Event Log',
		type: EVENT_LOG_TYPE,
		typeVersion: 1,
		parameters: { resource: 'event', ...parameters },
		credentials: { orgEventLogApi },
		...more,
	};
}

/** A workflow with it is run when somebody asks for `webhook/` and the path, and is told what the last node gives. */
export function onRequest(path: string, answer: object = {}): NewNode {
	return {
		name: 'On Request',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: path,
		parameters: { httpMethod: 'GET', path, responseMode: 'lastNode', ...answer, options: {} },
	};
}
