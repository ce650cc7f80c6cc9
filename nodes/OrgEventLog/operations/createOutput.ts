import type { OutputChoice } from '../parameters/parseOutput';
import { createFileOutput } from './eventFile';
import { createItemsOutput } from './eventItemsOutput';
import type { EventOutput, OutputPlan } from './eventOutput';

/** Items or one file, as the user chose. */
export function createOutput(choice: OutputChoice, plan: OutputPlan): EventOutput {
	return choice.kind === 'file'
		? createFileOutput(choice, plan)
		: createItemsOutput(choice.simplified, plan);
}
