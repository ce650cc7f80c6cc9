import type { EditorApi } from '../n8n/editorApi';
import { publish } from '../n8n/publication';
import { readExamples } from '../n8n/workflowFiles';
import type { WaitOptions } from '../processes/waitUntil';

/**
 * Publishes the examples, so that what happens leads to messages.
 * @returns names of those that n8n doesn't take, such as one that lacks a credential
 */
export async function publishExamples(api: EditorApi, wait: WaitOptions): Promise<string[]> {
	const refused: string[] = [];
	for (const { id, name } of readExamples()) {
		await publish(api, id, wait).catch(() => refused.push(name));
	}
	return refused;
}
