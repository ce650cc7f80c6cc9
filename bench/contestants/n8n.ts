import 'reflect-metadata';
import { join } from 'node:path';
import { PackageDirectoryLoader } from 'n8n-core';
import {
	NodeHelpers,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
} from 'n8n-workflow';
import {
	createCredentialStore,
	createExecuteContext,
	createPollContext,
	type PollContextOptions,
} from '../../test/support/n8nContexts';

export { createStaticData, useBinaryFiles } from '../../test/support/n8nContexts';

/** n8n's own nodes come with the n8n of the sandbox. */
export const HTTP_REQUEST = {
	folder: join(__dirname, '..', '..', 'sandbox', 'node_modules', 'n8n-nodes-base'),
	file: 'dist/nodes/HttpRequest/HttpRequest.node.js',
	name: 'httpRequest',
};

/** Where to read from. */
export interface Endpoint {
	readonly baseUrl: string;
	readonly apiKey: string;
}

/** A node of a package as n8n itself loads it, in its newest version. */
export function loadNode({ folder, file, name }: typeof HTTP_REQUEST): INodeType {
	const loader = new PackageDirectoryLoader(folder);
	loader.loadNodeFromFile(file);
	return NodeHelpers.getVersionedNodeType(loader.getNode(name).type);
}

/** Makes a node ready inside n8n-core's ExecuteContext; what is given runs it, once. */
export function prepareNode(
	{ baseUrl, apiKey }: Endpoint,
	node: INodeType,
	parameters: INodeParameters,
	nodeTypeName?: string,
): () => Promise<INodeExecutionData[]> {
	const credential = createCredentialStore({ baseUrl, authentication: 'apiKey', apiKey });
	const { run } = createExecuteContext({ node, parameters, nodeTypeName, credential });
	return async () => {
		const output = await run((context) => node.execute?.call(context));
		if (Array.isArray(output) && output[0] !== undefined) return output[0];
		throw new Error(`${node.description.name} gave no items`);
	};
}

/** The context of one poll, as n8n makes it for each. */
export function preparePoll({ baseUrl, apiKey }: Endpoint, options: PollContextOptions) {
	const credential = createCredentialStore({ baseUrl, authentication: 'apiKey', apiKey });
	return createPollContext({ ...options, credential });
}

export async function poll(
	endpoint: Endpoint,
	options: PollContextOptions,
): Promise<readonly INodeExecutionData[]> {
	const { run } = preparePoll(endpoint, options);
	const output = await run((context) => options.node?.poll?.call(context));
	return output?.[0] ?? [];
}
