import type { LoggedEvent } from '../api/event';
import { toItemJson } from '../output/eventItems';
import type { ReportQuestion } from '../output/manifest';
import type { OutputChoice } from '../parameters/parseOutput';
import { toFileItem } from './eventFile';
import type { FileStore } from './fileStore';
import type { OperationOutput, OutputItem } from './operation';

/** What comes with the events that an operation reads. */
export interface OutputPlan extends ReportQuestion {
	readonly choice: OutputChoice;
	/** What the user is told where no event was read. */
	readonly noteIfNone: string;
	/** Every documented field of the operation's events, by its dotted path. */
	readonly documentedPaths: readonly string[];
}

/** Makes events into items or into one file, as the user chose. @throws what reading throws */
export async function toOutput(
	events: AsyncIterable<readonly LoggedEvent[]>,
	{ choice, ...plan }: OutputPlan,
	files: FileStore,
): Promise<OperationOutput> {
	if (choice.kind === 'items') return await toItems(events, choice.simplified, plan.noteIfNone);
	return await toFileItem(events, { ...plan, ...choice }, files);
}

async function toItems(
	batches: AsyncIterable<readonly LoggedEvent[]>,
	simplified: boolean,
	noteIfNone: string,
): Promise<OperationOutput> {
	const items: OutputItem[] = [];
	for await (const batch of batches) {
		for (const event of batch) items.push({ json: toItemJson(event, simplified) });
	}
	return items.length === 0 ? { items, note: noteIfNone } : { items };
}

/** Whether events need their own JSON text for it. */
export function needsText(choice: OutputChoice): boolean {
	return choice.kind === 'file' && choice.format === 'ndjson';
}

/** A file is written as its events come, so that few of them are in memory at a time. */
const PAGES_AHEAD_OF_A_FILE = 12;

/** How far reading may run ahead of what becomes of the events. */
export function pagesAheadFor(choice: OutputChoice): number | undefined {
	return choice.kind === 'file' ? PAGES_AHEAD_OF_A_FILE : undefined;
}
