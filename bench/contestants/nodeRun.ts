import type { INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';
import { DEFAULT_API_KEY } from '../../sandbox/service/accounts';
import { createCredentialStore, createExecuteContext } from '../../test/support/n8nContexts';

/** The credential of a service that is asked with its API key. */
export function credentialFor(baseUrl: string) {
	return createCredentialStore({ baseUrl, authentication: 'apiKey', apiKey: DEFAULT_API_KEY });
}

export interface NodeRun {
	readonly node: INodeType;
	readonly parameters: INodeParameters;
	readonly baseUrl: string;
	readonly nodeTypeName?: string;
}

/** Makes a node ready inside n8n-core's ExecuteContext; what is given runs it, once. */
export function prepareRun(run: NodeRun): () => Promise<INodeExecutionData[]> {
	const { baseUrl, node, ...options } = run;
	const credential = credentialFor(baseUrl);
	const prepared = createExecuteContext({ ...options, node, credential });
	return async () => {
		const output: unknown = await prepared.run((context) => node.execute?.call(context));
		if (isOutput(output) && output[0] !== undefined) return output[0];
		throw new Error(`${node.description.name} gave no items`);
	};
}

function isOutput(output: unknown): output is INodeExecutionData[][] {
	return Array.isArray(output) && Array.isArray(output[0]);
}
