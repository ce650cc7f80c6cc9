import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

/** A longer answer would cost a language model more than some 25,000 tokens. The length is in characters of JSON. */
export const MAX_ANSWER_LENGTH = 100_000;

/**
 * Shows the hints of a run above its output. A language model that calls the node as its tool sees the items alone, and
 * would take a result that Limit has shortened for all there is, so it gets the hints as items.
 */
export function presentOutput(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	hints: readonly string[],
	hintsForTools: readonly string[],
): INodeExecutionData[] {
	// Older versions of n8n have neither method.
	if (typeof context.addExecutionHints === 'function') {
		for (const message of new Set(hints))
			context.addExecutionHints({ message, location: 'outputPane' });
	}
	const isToolRun = typeof context.isToolExecution === 'function' && context.isToolExecution();
	return isToolRun ? toModelAnswer(context, items, [...hints, ...hintsForTools]) : items;
}

/** Keeps as many of the first items as a language model can take. */
function toModelAnswer(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	hints: readonly string[],
): INodeExecutionData[] {
	let length = 0;
	const firstItems = items.filter(({ json }) => {
		if (length <= MAX_ANSWER_LENGTH) length += JSON.stringify(json).length;
		return length <= MAX_ANSWER_LENGTH;
	});
	const notes = new Set(hints);
	const omitted = items.length - firstItems.length;
	if (omitted > 0)
		notes.add(
			`${omitted} of ${items.length} items are left out, because the result would be too long. Narrow the time range, or choose fewer events, columns or groups`,
		);
	const pairedItem = context.getInputData().map((_, item) => ({ item }));
	return [...firstItems, ...[...notes].map((note) => ({ json: { note }, pairedItem }))];
}
