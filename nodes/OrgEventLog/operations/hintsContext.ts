import type { IExecuteFunctions } from 'n8n-workflow';

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
