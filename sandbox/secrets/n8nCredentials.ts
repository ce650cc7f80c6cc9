import { addCredential } from '../n8n/editing';
import type { EditorApi } from '../n8n/editorApi';
import type { Account } from './accounts';

const TYPE = 'orgEventLogApi';

function dataOf({ baseUrl, authentication, secret }: Account): object {
	return { baseUrl, authentication, [authentication]: secret.value, apiVersion: 'v1' };
}

/** Enters an account as a credential, as the editor does. Gives n8n's id of it. */
export async function createCredential(api: EditorApi, account: Account): Promise<string> {
	return (await addCredential(api, account.name, dataOf(account))).id;
}

/** Enters another secret into a credential that is in use. */
export async function changeCredential(
	api: EditorApi,
	id: string,
	account: Account,
): Promise<void> {
	const { name } = account;
	await api.patch(`credentials/${id}`, { name, type: TYPE, data: dataOf(account) });
}

/** Has n8n test a stored credential, and what the editor has just entered. */
export async function testCredential(api: EditorApi, id: string, account: Account): Promise<void> {
	const { name } = account;
	await api.post('credentials/test', { credentials: { id, name, type: TYPE } });
	const data = dataOf(account);
	await api.post('credentials/test', { credentials: { id, name, type: TYPE, data } });
}

/** Opens the list of a filter, which n8n fills with a request of its own. */
export async function openList(api: EditorApi, id: string, account: Account): Promise<void> {
	await api.post('dynamic-node-parameters/resource-locator-results', {
		path: 'parameters.filters.type',
		methodName: 'searchType',
		nodeTypeAndVersion: { name: 'n8n-nodes-org-event-log.orgEventLog', version: 1 },
		currentNodeParameters: { resource: 'event', operation: 'list' },
		credentials: { [TYPE]: { id, name: account.name } },
	});
}
