import type { IExecuteFunctions } from 'n8n-workflow';

/** Shows each note once above the node's output, with how many input items it is about. */
export function showNotes(context: IExecuteFunctions, notes: readonly string[]): void {
	// Older versions of n8n show no notes.
	if (typeof context.addExecutionHints !== 'function') return;
	const inputItems = context.getInputData().length;
	for (const note of new Set(notes)) {
		const affected = notes.filter((other) => other === note).length;
		const message = inputItems === 1 ? note : `${note} (${affected} of ${inputItems} input items)`;
		context.addExecutionHints({ message, location: 'outputPane' });
	}
}
