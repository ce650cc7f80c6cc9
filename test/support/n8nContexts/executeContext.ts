import './instance';
import { ExecuteContext } from 'n8n-core';
import type { IDataObject, INodeExecutionData, WorkflowExecuteMode } from 'n8n-workflow';
import { createEmptyRunExecutionData } from 'n8n-workflow';
import { createAdditionalData } from './additionalData';
import { createCapturedLogger, type LogEntry } from './capturedLog';
import { createCredentialStore, type CredentialStore } from './credentialStore';
import { createNode, createWorkflow, withExpressions, type WorkflowOptions } from './workflow';

export interface ExecuteContextOptions extends WorkflowOptions {
	readonly credential?: CredentialStore;
	/** JSON of the input items; one empty item unless given. */
	readonly items?: readonly IDataObject[];
	readonly mode?: WorkflowExecuteMode;
	/** Aborted when the user stops the run. */
	readonly abortSignal?: AbortSignal;
}

/** n8n-core's ExecuteContext for one run of a node, and what it left behind. */
export function createExecuteContext(options: ExecuteContextOptions = {}) {
	const { credential = createCredentialStore({}), items = [{}], mode = 'trigger' } = options;
	const node = createNode(options);
	const workflow = createWorkflow(node, options);
	const inputItems = items.map((json, item): INodeExecutionData => ({
		json,
		pairedItem: { item },
	}));
	const input = { main: [inputItems] };
	const context = new ExecuteContext(
		workflow,
		node,
		createAdditionalData(credential),
		mode,
		createEmptyRunExecutionData(),
		0,
		inputItems,
		input,
		{ node, data: input, source: null },
		[],
		options.abortSignal,
	);
	const logs: LogEntry[] = [];
	Object.defineProperty(context, 'logger', { value: createCapturedLogger(logs) });
	return {
		context,
		workflow,
		credential,
		/** What the node wrote to n8n's log. */
		logs,
		/** Notes that the node shows above its output. */
		hints: context.hints,
		/** Runs work as n8n does, with expressions at hand. */
		run: async <T>(work: (context: ExecuteContext) => Promise<T> | T): Promise<T> =>
			await withExpressions(workflow, async () => await work(context)),
	};
}
