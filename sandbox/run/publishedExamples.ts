import type { EditorApi } from '../n8n/editorApi';
import { fieldOf } from '../n8n/editorApi';
import { readExamples } from '../n8n/workflowFiles';

/**
 * Publishes the examples that aren't, so that what happens leads to messages.
 * @returns names of those that n8n doesn't take, such as one that lacks a credential
 */
export async function publishExamples(api: EditorApi): Promise<string[]> {
	const refused: string[] = [];
	for (const { id, name } of readExamples()) {
		const workflow = await api.get(`workflows/${id}`);
		if (fieldOf(workflow, 'active') === true) continue;
		try {
			await api.post(`workflows/${id}/activate`, { versionId: fieldOf(workflow, 'versionId') });
		} catch {
			refused.push(name);
		}
	}
	return refused;
}
