import type {
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';
import { memberOf } from '../json/jsonValues';
import { createClient, type EventLogClient, type ReadSettings } from './client';
import { apiPathOf, readCredentialFields, type CredentialFields } from './credentialFields';
import { discardBody } from './request';
import type { Send } from './requests';
import { KnownSecrets } from './serviceText';
import { waitUnlessStopped } from './waitContext';

/** The credential's type name. */
export const CREDENTIAL_TYPE = 'orgEventLogApi';

type NodeContext = IExecuteFunctions | IPollFunctions | ILoadOptionsFunctions;

export interface ClientOptions extends ReadSettings {
	/** The input item whose credential is used. */
	readonly itemIndex?: number;
}

/** n8n renews the access token when it sees a 401, so that one status has to stay an error. */
const ALL_BUT_401: IHttpRequestOptions['ignoreHttpStatusErrors'] = { ignore: true, except: [401] };

/** The credential adds the token and turns redirects off. */
function createSend(
	context: NodeContext,
	fields: CredentialFields,
	secrets: KnownSecrets,
	itemIndex?: number,
): Send {
	const { baseUrl, authentication } = fields;
	const request = async (options: IHttpRequestOptions, renewAt = 401): Promise<unknown> => {
		// n8n would take the first input item's, whose expressions may give somebody else's key.
		const data = await context.getCredentials(CREDENTIAL_TYPE, itemIndex);
		return await context.helpers.httpRequestWithAuthentication
			.call(context, CREDENTIAL_TYPE, options, {
				credentialsDecrypted: { id: '', name: '', type: CREDENTIAL_TYPE, data },
				preAuthenticationRetryStatusCode: renewAt,
			})
			// The credential has put the token in there, which may be a new one.
			.finally(() => secrets.add(options.headers?.Authorization));
	};
	const send = async (options: IHttpRequestOptions): Promise<unknown> => {
		if (authentication === 'apiKey') {
			return await request({ ...options, ignoreHttpStatusErrors: true });
		}
		const returned = await request({ ...options, ignoreHttpStatusErrors: ALL_BUT_401 });
		const status = memberOf(returned, 'statusCode');
		if (status !== 401 && status !== 403) return returned;
		discardBody(returned);
		// An n8n that knows no exceptions ignored a 401 as well, and some gateways say 403 of an expired
		// token: ask the way that renews it.
		return await request({ ...options, ignoreHttpStatusErrors: false }, status);
	};
	return async (endpoint, query, timeoutMs, givenUp) =>
		await send({
			method: 'GET',
			url: baseUrl.href + apiPathOf(fields, endpoint),
			qs: { ...query },
			headers: { Accept: 'application/json' },
			encoding: 'stream',
			returnFullResponse: true,
			timeout: timeoutMs,
			abortSignal: givenUp,
		});
}

/**
 * A client for the node's credential. It makes no request yet.
 *
 * @throws EventLogFailure naming the credential's field that can't be used
 */
export async function createEventLogClient(
	context: NodeContext,
	{ itemIndex, ...options }: ClientOptions,
): Promise<EventLogClient> {
	const stored = await context.getCredentials(CREDENTIAL_TYPE, itemIndex);
	const fields = readCredentialFields(stored);
	const secrets = new KnownSecrets(stored);
	const stop =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	return createClient({
		...options,
		account: fields,
		send: createSend(context, fields, secrets, itemIndex),
		holdsSecret: secrets.areIn,
		now: Date.now,
		random: Math.random,
		wait: async (ms) => await waitUnlessStopped(ms, stop),
		stop,
	});
}
