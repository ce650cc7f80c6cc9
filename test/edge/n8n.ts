import { Readable } from 'node:stream';
import {
	NodeHelpers,
	ObservableObject,
	type IHttpRequestOptions,
	type INode,
	type INodeParameters,
	type INodeType,
	type IObservableObject,
} from 'n8n-workflow';
import type { StaticDataStore } from '../support/n8nContexts/staticData';
import type { CredentialInUse } from './n8nRequests';

// As little of n8n as the nodes are given: enough to call `execute` and `poll` as n8n calls them.

export interface Item {
	readonly json: Readonly<Record<string, unknown>>;
	readonly pairedItem?: unknown;
	readonly binary?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The parameters that the node reads for what somebody has entered: with defaults, and without what is not shown. */
export function asN8nKeepsThem(nodeType: INodeType, entered: INodeParameters): INodeParameters {
	const { description } = nodeType;
	const node = createNode(description.name, {});
	return (
		NodeHelpers.getNodeParameters(
			description.properties,
			entered,
			true,
			false,
			node,
			description,
		) ?? {}
	);
}

function createNode(name: string, parameters: INodeParameters): INode {
	return {
		id: 'node-1',
		name: 'Node under test',
		type: `n8n-nodes-org-event-log.${name}`,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: { orgEventLogApi: { id: 'credential-1', name: 'Event log' } },
	};
}

function helpersOver(credential: CredentialInUse, files: Map<string, Buffer>) {
	return {
		httpRequestWithAuthentication: async (
			_type: string,
			options: IHttpRequestOptions,
			additional?: unknown,
		) => await credential.request(options, additional),
		prepareBinaryData: async (
			content: Buffer | AsyncIterable<unknown>,
			fileName: string,
			mimeType: string,
		) => {
			const chunks: Buffer[] = [];
			if (Buffer.isBuffer(content)) chunks.push(content);
			else for await (const chunk of content) chunks.push(toBuffer(chunk));
			const id = `filesystem-v2:${files.size}`;
			files.set(id, Buffer.concat(chunks));
			return { fileName, mimeType, data: 'filesystem-v2', id };
		},
		getBinaryStream: async (id: string) =>
			await Promise.resolve(Readable.from([files.get(id) ?? Buffer.alloc(0)])),
	};
}

function toBuffer(chunk: unknown): Buffer {
	return chunk instanceof Uint8Array ? Buffer.from(chunk) : Buffer.from(String(chunk));
}

function parameterOf(parameters: INodeParameters | undefined, name: string, fallback: unknown) {
	const value: unknown = parameters?.[name];
	if (typeof value === 'object') return structuredClone(value);
	if (value !== undefined) return value;
	if (fallback !== undefined) return fallback;
	throw new Error(`Could not get parameter ${name}`);
}

export interface ExecutionOptions {
	readonly credential: CredentialInUse;
	/** As n8n keeps them, for each input item. */
	readonly parameters: readonly INodeParameters[];
	readonly timezone: string;
	readonly continueOnFail: boolean;
}

/** One call of `execute`. */
export async function execute(
	nodeType: INodeType,
	options: ExecutionOptions,
): Promise<{
	readonly items: readonly Item[];
	readonly notes: readonly string[];
	readonly read: (item: Item) => Buffer;
}> {
	const { credential, parameters, timezone } = options;
	const files = new Map<string, Buffer>();
	const notes: string[] = [];
	const context = {
		getInputData: () => parameters.map(() => ({ json: {} })),
		getNodeParameter: (name: string, index: number, fallback?: unknown) =>
			parameterOf(parameters[index], name, fallback),
		getTimezone: () => timezone,
		getCredentials: async () => await Promise.resolve(credential.data),
		getNode: () => createNode(nodeType.description.name, {}),
		getWorkflow: () => ({ id: 'workflow-1', name: 'Workflow under test', active: true }),
		getExecutionId: () => 'execution-1',
		getMode: () => 'trigger',
		continueOnFail: () => options.continueOnFail,
		addExecutionHints: ({ message }: { message: string }) => notes.push(message),
		getExecutionCancelSignal: () => undefined,
		isToolExecution: () => false,
		helpers: helpersOver(credential, files),
		logger: createLogger(() => {}),
	};
	const [items] = await call(nodeType, 'execute', context);
	const read = ({ binary }: Item): Buffer => files.get(String(binary?.data?.id)) ?? Buffer.alloc(0);
	return { items: items ?? [], notes, read };
}

export interface PollOptions {
	readonly credential: CredentialInUse;
	readonly parameters: () => INodeParameters;
	readonly timezone: string;
	readonly budgetMs: number;
	readonly activation: 'init' | 'activate' | 'update';
	readonly mode: 'trigger' | 'manual';
	readonly workflowId: string;
	readonly nodeName: string;
	readonly staticData: () => StaticDataStore;
	/** Told what the node writes to n8n's log as a warning. */
	readonly warn: (message: string) => void;
	/** And as information; ignored unless given. */
	readonly inform?: (message: string) => void;
}

/** What n8n polls with: one for each activation, or for each poll. */
export type Poller = (nodeType: INodeType) => Promise<readonly Item[] | null>;

export function createPoller(options: PollOptions): Poller {
	const { credential, nodeName } = options;
	const files = new Map<string, Buffer>();
	const context = {
		getNodeParameter: (name: string, fallback?: unknown) =>
			parameterOf(options.parameters(), name, fallback),
		getTimezone: () => options.timezone,
		getCredentials: async () => await Promise.resolve(credential.data),
		getNode: () => ({ ...createNode('orgEventLogTrigger', options.parameters()), name: nodeName }),
		getWorkflow: () => ({ id: options.workflowId, name: 'Workflow under test', active: true }),
		getMode: () => options.mode,
		getActivationMode: () => options.activation,
		getPollBudgetMs: () => options.budgetMs,
		getWorkflowStaticData: (part: string) => {
			const { live, cursor } = options.staticData();
			if (part === 'node' && cursor !== undefined) return cursor;
			const key = part === 'node' ? `node:${nodeName}` : part;
			if (isObserved(live)) live[key] ??= ObservableObject.create({}, live);
			const data: unknown = live[key];
			return data;
		},
		helpers: helpersOver(credential, files),
		logger: createLogger(options.warn, options.inform),
	};
	return async (nodeType) => (await call(nodeType, 'poll', context))[0] ?? null;
}

const ignore = () => {};

function createLogger(warn: (message: string) => void, info: (message: string) => void = ignore) {
	return { debug: ignore, info, warn, error: ignore };
}

/** Calls a node's method with what stands in for n8n's context. */
async function call(
	nodeType: INodeType,
	name: 'execute' | 'poll',
	context: object,
): Promise<readonly Item[][]> {
	const method: unknown = Reflect.get(nodeType, name);
	if (typeof method !== 'function') throw new Error('The node has no such method');
	const returned: unknown = await Reflect.apply(method, context, []);
	if (returned === null) return [];
	if (Array.isArray(returned) && returned.every(isItems)) return returned;
	throw new Error('The node has returned something else than lists of items');
}

function isItems(value: unknown): value is Item[] {
	return Array.isArray(value) && value.every((item) => isObject(item) && isObject(item.json));
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}

function isObserved(data: object): data is IObservableObject {
	return '__dataChanged' in data;
}

export function messageOf(thrown: unknown): string {
	return thrown instanceof Error
		? `${thrown.message} ${String(Reflect.get(thrown, 'description'))}`
		: String(thrown);
}
