import 'reflect-metadata';
import { join } from 'node:path';
import { PackageDirectoryLoader } from 'n8n-core';
import {
	NodeHelpers,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
} from 'n8n-workflow';
import { SANDBOX } from '../../sandbox/places';
import { createCredentialStore, createExecuteContext } from '../../test/support/n8nContexts';
import type { Endpoint } from '../log';

/** n8n's own nodes come with the n8n of the sandbox. */
export const HTTP_REQUEST = {
	folder: join(SANDBOX, 'node_modules', 'n8n-nodes-base'),
	file: 'dist/nodes/HttpRequest/HttpRequest.node.js',
	name: 'httpRequest',
};

/** A node of a package as n8n itself loads it, in its newest version. */
export function loadNode({ folder, file, name }: typeof HTTP_REQUEST): INodeType {
	const loader = new PackageDirectoryLoader(folder);
	loader.loadNodeFromFile(file);
	return NodeHelpers.getVersionedNodeType(loader.getNode(name).type);
}

export function credentialOf({ baseUrl, apiKey }: Endpoint) {
	return createCredentialStore({ baseUrl, authentication: 'apiKey', apiKey });
}

/** Makes a node ready inside n8n-core's ExecuteContext; what is given runs it, once. */
export function prepareNode(
	endpoint: Endpoint,
	node: INodeType,
	parameters: INodeParameters,
	nodeTypeName?: string,
): () => Promise<INodeExecutionData[]> {
	const credential = credentialOf(endpoint);
	const { run } = createExecuteContext({ node, parameters, nodeTypeName, credential });
	return async () => {
		const output = await run((context) => node.execute?.call(context));
		if (Array.isArray(output) && output[0] !== undefined) return output[0];
		throw new Error(`${node.description.name} gave no items`);
	};
}
