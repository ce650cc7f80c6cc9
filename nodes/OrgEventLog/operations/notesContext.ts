import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

/** Asks whether a language model calls the node as its tool. */
export function isToolRun(context: IExecuteFunctions): boolean {
	// Older versions of n8n don't say.
	return typeof context.isToolExecution === 'function' && context.isToolExecution();
}

/** A longer answer would cost a language model more than some 25,000 tokens. The length is in characters of JSON. */
export const MAX_ANSWER_LENGTH = 100_000;

/**
 * Gives a language model as many of the first items as it can take, and the hints as items: it sees nothing else of
 * a run, and would take a result that Limit cut for all there is.
 */
export function answerForModel(
	context: IExecuteFunctions,
	items: readonly INodeExecutionData[],
	hints: readonly string[],
): INodeExecutionData[] {
	let length = 0;
	const firstItems = items.filter(({ json }) => {
		if (length <= MAX_ANSWER_LENGTH) length += JSON.stringify(json).length;
		return length <= MAX_ANSWER_LENGTH;
	});
	const notes = new Set(hints);
	const omitted = items.length - firstItems.length;
	if (omitted > 0) {
		notes.add(
			`${omitted} of ${items.length} items are left out, because the result would be too long. Narrow the time range, or choose fewer events, columns or groups`,
		);
	}
	const pairedItem = context.getInputData().map((_, item) => ({ item }));
	return [...firstItems, ...[...notes].map((note) => ({ json: { note }, pairedItem }))];
}

/** Shows each hint once above the node's output. */
export function showHints(context: IExecuteFunctions, hints: readonly string[]): void {
	// Older versions of n8n show no hints.
	if (typeof context.addExecutionHints !== 'function') return;
	for (const message of new Set(hints)) {
		context.addExecutionHints({ message, location: 'outputPane' });
	}
}
