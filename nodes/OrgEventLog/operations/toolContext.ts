import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

/** Whether a language model has called the node as its tool. */
export function isToolRun(context: IExecuteFunctions): boolean {
	// Older versions of n8n don't say.
	return typeof context.isToolExecution === 'function' && context.isToolExecution();
}

/** Of the items that a language model is sent, in characters of JSON: some 25,000 tokens. */
export const MAX_ANSWER_LENGTH = 100_000;

interface Answer {
	readonly items: readonly INodeExecutionData[];
	readonly hints: readonly string[];
}

/** All items; of a tool's answer as many of the first ones as a model can take, and what to say of the rest. */
export function cutForModel(
	context: IExecuteFunctions,
	items: readonly INodeExecutionData[],
): Answer {
	if (!isToolRun(context)) return { items, hints: [] };
	let length = 0;
	const tooLong = ({ json }: INodeExecutionData) => {
		length += JSON.stringify(json).length;
		return length > MAX_ANSWER_LENGTH;
	};
	const end = items.findIndex(tooLong);
	if (end === -1) return { items, hints: [] };
	const left = `${items.length - end} of ${items.length}`;
	return {
		items: items.slice(0, end),
		hints: [
			`${left} items are left out, because the result would be too long. Narrow the time range or the filters, lower 'Limit' or choose fewer 'Columns'`,
		],
	};
}
