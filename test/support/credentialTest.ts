import { CredentialTestContext } from 'n8n-core';
import { testEventLogCredential } from '../../nodes/OrgEventLog/api/credentialTestContext';
import { createExecuteContext, type CredentialStore } from './n8nContexts';

/** n8n's test of a credential, as its dialog runs it. */
export async function testCredential(credential: CredentialStore) {
	const { context } = createExecuteContext({ credential });
	return await testEventLogCredential.call(new CredentialTestContext(context['additionalData']), {
		...{ id: '1', name: 'Event log', type: 'orgEventLogApi' },
		data: credential.decrypted(),
	});
}
