import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isToolRun } from './toolContext';

/** Shows each hint once above the node's output, with how many input items it is about. */
export function showHints(context: IExecuteFunctions, hints: readonly string[]): void {
	// Older versions of n8n show no hints.
	if (typeof context.addExecutionHints !== 'function') return;
	const inputItems = context.getInputData().length;
	for (const hint of new Set(hints)) {
		const affected = hints.filter((other) => other === hint).length;
		const message = inputItems === 1 ? hint : `${hint} (${affected} of ${inputItems} input items)`;
		context.addExecutionHints({ message, location: 'outputPane' });
	}
}

/**
 * The hints as items of a tool's answer: a language model sees nothing else of a run, and would take
 * a result that Limit cut for all there is.
 */
export function hintsForModel(
	context: IExecuteFunctions,
	hints: readonly string[],
): readonly INodeExecutionData[] {
	if (!isToolRun(context)) return [];
	// A tool is called with one item.
	const pairedItem = context.getInputData().map((_, item) => ({ item }));
	return [...new Set(hints)].map((note) => ({ json: { note }, pairedItem }));
}
