import type { OutputChoice } from '../parameters/parseOutput';
import { createFileOutput } from './fileOutput';
import { createItemsOutput } from './itemsOutput';
import type { EventOutput, OutputRequest } from './output';

/** Items or one file, as the user chose. */
export function createOutput(choice: OutputChoice, request: OutputRequest): EventOutput {
	return choice.kind === 'file'
		? createFileOutput(choice, request)
		: createItemsOutput(choice.simplified, request);
}
