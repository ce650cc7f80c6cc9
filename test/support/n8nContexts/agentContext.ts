import './instance';
import { ExecuteContext } from 'n8n-core';
import type { INode, INodeParameters, INodeType } from 'n8n-workflow';
import { NodeConnectionTypes, Workflow, createRunExecutionData } from 'n8n-workflow';
import { createAdditionalData } from './additionalData';
import { CREDENTIAL_DETAILS, CREDENTIAL_TYPE, type CredentialStore } from './credentialStore';
import { createNodeTypes, idleNodeType } from './workflow';

export interface ToolOptions {
	readonly node: INodeType;
	readonly credential: CredentialStore;
	/** Values of `{{ $fromAI('name') }}` are the model's. */
	readonly parameters?: INodeParameters;
}

/** A tool as an agent sees it. */
export interface AgentTool {
	readonly name: string;
	readonly description: string;
	readonly invoke: (args: Record<string, unknown>) => Promise<unknown>;
}

const AGENT = idleNodeType({
	inputs: [NodeConnectionTypes.Main, { type: NodeConnectionTypes.AiTool }],
});

/** n8n makes addresses of these for whatever an execution might wait for. */
const WAITING_URLS = {
	webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
	formWaitingBaseUrl: 'http://localhost/form-waiting',
};

/** As n8n makes a tool of a node. */
function asTool(node: INodeType): INodeType {
	const { description } = node;
	const name = `${description.name}Tool`;
	const outputs = [NodeConnectionTypes.AiTool];
	return Object.assign(Object.create(node) as INodeType, {
		description: { ...description, name, inputs: [], outputs },
	});
}

/** The tool that n8n-core hands to an agent for the node, and what the agent's calls of it do. */
export async function createAgentTool({ node, credential, parameters = {} }: ToolOptions) {
	const tool = asTool(node);
	const shared = { typeVersion: 1, position: [0, 0] as [number, number] };
	const agentNode: INode = {
		...{ id: 'agent', name: 'Agent', type: 'test.agent', parameters: {} },
		...shared,
	};
	const toolNode: INode = {
		id: 'tool',
		name: node.description.defaults.name ?? 'Tool',
		type: `n8n-nodes-org-event-log.${tool.description.name}`,
		parameters: structuredClone(parameters),
		credentials: { [CREDENTIAL_TYPE]: CREDENTIAL_DETAILS },
		...shared,
	};
	const workflow = new Workflow({
		id: 'workflow-1',
		nodes: [agentNode, toolNode],
		connections: {
			[toolNode.name]: {
				[NodeConnectionTypes.AiTool]: [
					[{ node: agentNode.name, type: NodeConnectionTypes.AiTool, index: 0 }],
				],
			},
		},
		active: false,
		nodeTypes: createNodeTypes((type) => (type === agentNode.type ? AGENT : tool)),
	});
	const input = { main: [[{ json: {} }]] };
	const context = new ExecuteContext(
		workflow,
		agentNode,
		{ ...createAdditionalData(credential), ...WAITING_URLS },
		'manual',
		createRunExecutionData(),
		0,
		input.main[0] ?? [],
		input,
		{ node: agentNode, data: input, source: null },
		[],
	);
	const [agentTool] = (await context.getInputConnectionData(
		NodeConnectionTypes.AiTool,
		0,
	)) as AgentTool[];
	if (agentTool === undefined) throw new Error('The agent has no tool');
	return {
		name: agentTool.name,
		description: agentTool.description,
		/** What the agent is told: text, which the tool makes of the node's items. */
		call: async (args: Record<string, unknown> = {}): Promise<unknown> => {
			const text = await workflow.expression.withIsolate(async () => await agentTool.invoke(args));
			return JSON.parse(String(text)) as unknown;
		},
	};
}
