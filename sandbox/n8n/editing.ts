import { type EditorApi, fieldOf, openEditorApi, setUpOwner } from './editorApi';
import { waitUntil, type WaitOptions } from '../processes/waitUntil';
import type { N8nSettings } from './settings';

/** A workflow as n8n's editor saves it. */
export interface NewWorkflow {
	readonly name: string;
	readonly nodes: readonly object[];
	readonly connections: object;
	readonly settings: object;
}

/** How a node names a stored credential. */
export interface CredentialName {
	readonly id: string;
	readonly name: string;
}

export const CREDENTIAL_TYPE = 'orgEventLogApi';

async function loggedIn(settings: N8nSettings): Promise<EditorApi | undefined> {
	return await openEditorApi(settings).catch(() => undefined);
}

/**
 * The editor's API of any release. An older n8n has no owner until somebody becomes it, and says that it is
 * ready before it knows its own addresses.
 * @throws Error when n8n takes neither the login nor the owner in time
 */
export async function openAsOwner(settings: N8nSettings, wait: WaitOptions): Promise<EditorApi> {
	return await waitUntil('n8n to take its owner', wait, async () => {
		const api = await loggedIn(settings);
		if (api !== undefined) return api;
		const isOwner = await setUpOwner(settings).then(
			() => true,
			() => false,
		);
		return isOwner ? await loggedIn(settings) : undefined;
	});
}

/** Stores a credential of ours, as its window in the editor does. */
export async function addCredential(
	api: EditorApi,
	name: string,
	data: object,
): Promise<CredentialName> {
	const created = await api.post('credentials', { name, type: CREDENTIAL_TYPE, data });
	return { id: String(fieldOf(created, 'id')), name };
}

/** What n8n says of a credential as it is stored, or as it is being entered, in its window: `OK`, or the message. */
export async function testCredential(
	api: EditorApi,
	{ id, name }: CredentialName,
	data?: object,
): Promise<string> {
	const credentials = { id, name, type: CREDENTIAL_TYPE, data };
	const result = await api.post('credentials/test', { credentials });
	const status = fieldOf(result, 'status');
	return status === 'OK' ? status : String(fieldOf(result, 'message'));
}

/** Saves a workflow. Gives what n8n knows it by. */
export async function addWorkflow(
	api: EditorApi,
	workflow: NewWorkflow,
): Promise<{ readonly id: string; readonly versionId: unknown }> {
	const created = await api.post('workflows', { ...workflow, active: false });
	return { id: String(fieldOf(created, 'id')), versionId: fieldOf(created, 'versionId') };
}

/** Saves a workflow and activates it. Gives its id. @throws Error where n8n doesn't */
export async function addActive(api: EditorApi, workflow: NewWorkflow): Promise<string> {
	const { id, versionId } = await addWorkflow(api, workflow);
	await api.post(`workflows/${id}/activate`, { versionId });
	return id;
}
