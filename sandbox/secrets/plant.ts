import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EditorApi } from '../n8n/editorApi';
import { addWorkflow } from '../n8n/editing';
import { runByHand } from '../n8n/manualRun';
import type { N8nSettings } from '../n8n/settings';
import type { WaitOptions } from '../processes/waitUntil';
import type { PlantedDecoy } from './decoys';
import { decoyBytes, decoyText, newSecret } from './decoys';
import type { Stranger } from './stranger';
import { decoyWorkflow, toEditorForm } from './workflows';

/** Has n8n itself run a workflow that hands a decoy on: it goes where the output of nodes goes. */
export async function plantInExecution(api: EditorApi, wait: WaitOptions): Promise<PlantedDecoy[]> {
	const secret = newSecret('decoy in an execution');
	const { id } = await addWorkflow(api, toEditorForm(decoyWorkflow(decoyText(secret)), {}));
	await runByHand(api, id, wait);
	return ['database', 'browser', 'push'].map((place) => ({ secret, place, as: 'text' }));
}

/** Hides decoys in n8n's log and in a file beside its database, as bytes. */
export function plantInFiles({ userFolder, logPath }: N8nSettings): PlantedDecoy[] {
	const inLog = newSecret('decoy in the log');
	appendFileSync(logPath, decoyBytes(inLog));
	const inFile = newSecret('decoy in a file');
	writeFileSync(join(userFolder, '.n8n', 'decoy'), decoyBytes(inFile));
	return [
		{ secret: inLog, place: 'log', as: 'bytes' },
		{ secret: inFile, place: 'file', as: 'bytes' },
	];
}

/** Sends a decoy to the host that nobody named. */
export async function plantAtStranger({ baseUrl }: Stranger): Promise<PlantedDecoy> {
	const secret = newSecret('decoy at the stranger');
	await fetch(baseUrl, { method: 'POST', body: JSON.stringify(decoyText(secret)) });
	return { secret, place: 'stranger', as: 'text' };
}
