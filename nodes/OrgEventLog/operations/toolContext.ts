import type { IExecuteFunctions } from 'n8n-workflow';

/** Whether a language model has called the node as its tool. */
export function isToolRun(context: IExecuteFunctions): boolean {
	// Older versions of n8n don't say.
	return typeof context.isToolExecution === 'function' && context.isToolExecution();
}
