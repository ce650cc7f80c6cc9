import type {
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';
import { memberOf } from '../json/jsonValues';
import { apiPathOf } from './baseUrl';
import { createClient, type EventLogClient, type Send } from './client';
import { readCredentialFields, type CredentialFields } from './credentialFields';
import { KnownSecrets } from './knownSecrets';
import { MAX_BODY_BYTES } from './limits';
import { discardBody, receive } from './receiveContext';
import { waitUnlessStopped } from './waitContext';

/** The credential's type name. */
export const CREDENTIAL_TYPE = 'orgEventLogApi';

type NodeContext = IExecuteFunctions | IPollFunctions | ILoadOptionsFunctions;

export interface ClientOptions {
	/** For one request, milliseconds. */
	readonly timeoutMs: number;
	readonly maxParallelRequests: number;
	/** Nothing is started or waited for past this. */
	readonly deadlineEpochMs?: number;
	/** The input item whose credential is used. */
	readonly itemIndex?: number;
	/** Whether events carry their own JSON text. */
	readonly keepText?: boolean;
	/** How many requests are made at most, repeated ones included; any number unless given. */
	readonly maxRequests?: number;
}

function cancelSignalOf(context: NodeContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
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
	const { baseUrl, authentication, apiVersion } = fields;
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
	return async (endpoint, query, timeoutMs, buffer) => {
		const options: IHttpRequestOptions = {
			method: 'GET',
			url: baseUrl.href + apiPathOf(apiVersion, endpoint),
			qs: { ...query },
			headers: { Accept: 'application/json' },
			encoding: 'stream',
			returnFullResponse: true,
			timeout: timeoutMs,
		};
		return await receive(async (abortSignal) => await send({ ...options, abortSignal }), {
			timeoutMs,
			maxBytes: MAX_BODY_BYTES,
			buffer,
			stop: cancelSignalOf(context),
		});
	};
}

/**
 * A client for the node's credential. It makes no request yet.
 *
 * @throws EventLogFailure naming the credential's field that can't be used
 */
export async function createEventLogClient(
	context: NodeContext,
	{ itemIndex, keepText = false, ...options }: ClientOptions,
): Promise<EventLogClient> {
	const stored = await context.getCredentials(CREDENTIAL_TYPE, itemIndex);
	const fields = readCredentialFields(stored);
	const { baseUrl, authentication, apiVersion } = fields;
	const secrets = new KnownSecrets(stored);
	return createClient({
		...options,
		keepText,
		send: createSend(context, fields, secrets, itemIndex),
		holdsSecret: secrets.areIn,
		baseUrl: baseUrl.href,
		facts: { authentication, apiVersion, origin: baseUrl.origin, basePath: baseUrl.path },
		now: Date.now,
		random: Math.random,
		wait: async (ms) => await waitUnlessStopped(ms, cancelSignalOf(context)),
	});
}
