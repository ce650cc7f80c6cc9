import {
	Workflow,
	type IDataObject,
	type INode,
	type INodeParameters,
	type INodeType,
	type INodeTypeDescription,
	type INodeTypes,
} from 'n8n-workflow';
import { CREDENTIAL_DETAILS, CREDENTIAL_TYPE } from './credentialStore';
import { DEFAULT_NODE_NAME } from './staticData';

export interface WorkflowOptions {
	/** A node that does nothing but may use the credential, unless given. */
	readonly node?: INodeType;
	/** Fields that are left out have the defaults of the node's description. */
	readonly parameters?: INodeParameters;
	readonly nodeName?: string;
	/** `node-1` unless given. */
	readonly nodeId?: string;
	/** `workflow-1` unless given. */
	readonly workflowId?: string;
	/** The node's type, e.g. to be n8n's HTTP Request node; the package's own unless given. */
	readonly nodeTypeName?: string;
	/** IANA name; UTC unless given. */
	readonly timezone?: string;
	readonly continueOnFail?: boolean;
	/** Whether the node has the credential at all; true unless given. */
	readonly withCredential?: boolean;
}

/** A type of node that does nothing. */
export function idleNodeType(description: Partial<INodeTypeDescription>): INodeType {
	const name = 'idle';
	return {
		description: {
			...{ displayName: name, name, group: ['transform'], version: 1, description: name },
			...{ defaults: { name }, inputs: ['main'], outputs: ['main'], properties: [] },
			...description,
		},
	};
}

const IDLE_NODE = idleNodeType({ credentials: [{ name: CREDENTIAL_TYPE, required: true }] });

/** The one node of the test's workflow. */
export function createNode(options: WorkflowOptions): INode {
	const { node: nodeType = IDLE_NODE, nodeName = DEFAULT_NODE_NAME } = options;
	const { name, version, defaultVersion } = nodeType.description;
	const newest = Array.isArray(version) ? Math.max(...version) : version;
	return {
		id: options.nodeId ?? 'node-1',
		name: nodeName,
		type: options.nodeTypeName ?? `n8n-nodes-org-event-log.${name}`,
		typeVersion: defaultVersion ?? newest,
		position: [0, 0],
		parameters: structuredClone(options.parameters ?? {}),
		...(options.withCredential !== false && {
			credentials: { [CREDENTIAL_TYPE]: CREDENTIAL_DETAILS },
		}),
		...(options.continueOnFail && { onError: 'continueRegularOutput' }),
	};
}

/** What n8n looks up types of nodes in. */
export function createNodeTypes(typeOf: (name: string) => INodeType): INodeTypes {
	return { getByName: typeOf, getByNameAndVersion: typeOf, getKnownTypes: () => ({}) };
}

/** A workflow of one node, whose parameters get n8n's defaults on the way in. */
export function createWorkflow(
	node: INode,
	{ node: nodeType = IDLE_NODE, timezone = 'UTC', workflowId = 'workflow-1' }: WorkflowOptions,
	staticData?: IDataObject,
): Workflow {
	const workflow = new Workflow({
		id: workflowId,
		name: 'Workflow under test',
		nodes: [node],
		connections: {},
		active: true,
		nodeTypes: createNodeTypes(() => nodeType),
		settings: { timezone },
	});
	if (staticData !== undefined) workflow.staticData = staticData;
	return workflow;
}

/** Does work as n8n does, with expressions at hand. An n8n such as 2.8 has no isolates for them. */
export async function withExpressions<T>(workflow: Workflow, work: () => Promise<T>): Promise<T> {
	const { expression } = workflow;
	return typeof expression.withIsolate === 'function'
		? await expression.withIsolate(work)
		: await work();
}
