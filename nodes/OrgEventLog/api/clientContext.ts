import type { IExecuteFunctions, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';
import { createClient, type EventLogClient, type ClientOptions } from './client';
import { type CredentialFields, readCredentialFields } from './credentialFields';
import { type Endpoint, type Query, apiPathOf } from './endpoints';
import { RESPONSE_OPTIONS } from './request';
import type { SendAttempt } from './requestQueue';
import { waitUntil } from './timersContext';

export const CREDENTIAL_TYPE = 'orgEventLogApi';

type NodeContext = IExecuteFunctions | IPollFunctions | ILoadOptionsFunctions;

/** The credential adds the token. In a run n8n replaces the signal by the execution's own. */
function prepareRequest(
	context: NodeContext,
	fields: CredentialFields,
	itemIndex: number | undefined,
	endpoint: Endpoint,
	query: Query,
): SendAttempt {
	let usedToken: unknown;
	return async ({ timeoutMs, abortSignal, renewsToken }): Promise<unknown> => {
		// Without the index n8n takes the first item's credential, whose expressions may give somebody else's key.
		const data = await context.getCredentials(CREDENTIAL_TYPE, itemIndex);
		// n8n gets a new token if there is none. One that isn't the refused one came from another request, and is kept.
		if (renewsToken && data.accessToken === usedToken) data.accessToken = '';
		const options = {
			method: 'GET',
			url: fields.baseUrl.href + apiPathOf(fields, endpoint),
			qs: Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)),
			headers: { Accept: 'application/json' },
			...RESPONSE_OPTIONS,
			timeout: timeoutMs,
			abortSignal,
		} as const;
		return await context.helpers.httpRequestWithAuthentication
			.call(context, CREDENTIAL_TYPE, options, {
				credentialsDecrypted: { id: '', name: '', type: CREDENTIAL_TYPE, data },
			})
			.finally(() => {
				// n8n has put the new token there, if it got one.
				usedToken = data.accessToken;
			});
	};
}

/** Makes no request yet. @throws EventLogFailure naming the credential's field that can't be used */
export async function createEventLogClient(
	context: NodeContext,
	{ itemIndex, ...options }: ClientOptions & { readonly itemIndex?: number },
): Promise<EventLogClient> {
	const credential = await context.getCredentials(CREDENTIAL_TYPE, itemIndex);
	const fields = readCredentialFields(credential);
	const stopSignal =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	return createClient({
		...options,
		access: fields,
		prepareRequest: (endpoint, query) =>
			prepareRequest(context, fields, itemIndex, endpoint, query),
		now: Date.now,
		random: Math.random,
		wait: async (ms) => await waitUntil(() => stopSignal?.aborted === true, ms),
		stopSignal,
	});
}
