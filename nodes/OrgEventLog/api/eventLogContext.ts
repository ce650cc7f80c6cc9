import type { IExecuteFunctions, IHttpRequestOptions, IPollFunctions } from 'n8n-workflow';
import type { Answer } from './answer';
import { waitUnlessStopped } from './cancellation';
import { readCredentialFields, type CredentialFields } from './credentialFields';
import { createClient, type EventLogClient, type Send } from './eventLogClient';
import type { FailureFacts } from './failureFacts';
import { answerOf } from './helperAnswers';
import { toNodeError } from './nodeErrors';
import { outcomeOf } from './outcome';

/** The credential's type name. */
export const CREDENTIAL_TYPE = 'orgEventLogApi';

/** For one request, milliseconds. */
export const DEFAULT_TIMEOUT_MS = 60_000;

type NodeContext = IExecuteFunctions | IPollFunctions;

export interface ClientOptions {
	/** For one request, milliseconds. */
	readonly timeoutMs?: number;
	/** Nothing is started or waited for past this. */
	readonly deadlineEpochMs?: number;
	/** The input item that failures are reported for. */
	readonly itemIndex?: number;
	/** Whether events carry their own JSON text. */
	readonly keepText?: boolean;
}

function cancelSignalOf(context: NodeContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

/** n8n renews the access token when it sees a 401, so that one status has to stay an error. */
const ALL_BUT_401: IHttpRequestOptions['ignoreHttpStatusErrors'] = { ignore: true, except: [401] };

/** One request through n8n's helper. Its answer, whatever the status, or an EventLogFailure. */
async function request(
	context: NodeContext,
	options: IHttpRequestOptions,
	facts: FailureFacts,
): Promise<Answer> {
	const answer = await answerOf(
		() => context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL_TYPE, options),
		facts,
	);
	const isPassedOver = answer.status === 401 && answer.returned;
	if (!isPassedOver || options.ignoreHttpStatusErrors !== ALL_BUT_401) return answer;
	// An n8n that knows no exceptions ignored this 401 as well: ask the way that renews the token.
	return await request(context, { ...options, ignoreHttpStatusErrors: false }, facts);
}

/** The credential adds the token and turns redirects off. */
function createSend(context: NodeContext, fields: CredentialFields, facts: FailureFacts): Send {
	const { baseUrl, authentication, apiVersion } = fields;
	return async (endpoint, query, timeoutMs) => {
		const options: IHttpRequestOptions = {
			method: 'GET',
			url: `${baseUrl.href}/api/${apiVersion}/${endpoint}`,
			qs: { ...query },
			headers: { Accept: 'application/json' },
			encoding: 'arraybuffer',
			returnFullResponse: true,
			ignoreHttpStatusErrors: authentication === 'apiKey' ? true : ALL_BUT_401,
			timeout: timeoutMs,
			abortSignal: cancelSignalOf(context),
		};
		return await request(context, options, { ...facts, timeoutMs });
	};
}

async function openClient(context: NodeContext, options: ClientOptions): Promise<EventLogClient> {
	const { timeoutMs = DEFAULT_TIMEOUT_MS, itemIndex, keepText = false } = options;
	const fields = readCredentialFields(await context.getCredentials(CREDENTIAL_TYPE, itemIndex));
	const { baseUrl, authentication, apiVersion } = fields;
	const facts = { authentication, apiVersion, origin: baseUrl.origin };
	return createClient({
		send: createSend(context, fields, facts),
		baseUrl: baseUrl.href,
		facts,
		timeoutMs,
		keepText,
		deadlineEpochMs: options.deadlineEpochMs,
		now: Date.now,
		random: Math.random,
		wait: async (ms) => await waitUnlessStopped(ms, cancelSignalOf(context)),
	});
}

/**
 * A client for the node's credential. It makes no request yet.
 *
 * @throws NodeApiError naming the credential's field that can't be used. All that the client's
 * own methods throw is a NodeApiError, too, with message, description, httpCode and `failure`.
 */
export async function createEventLogClient(
	context: NodeContext,
	options: ClientOptions = {},
): Promise<EventLogClient> {
	const orNodeError = async <T>(work: () => Promise<T>): Promise<T> => {
		const outcome = await outcomeOf(work);
		if ('value' in outcome) return outcome.value;
		throw toNodeError(context.getNode(), outcome.thrown, options.itemIndex);
	};
	const client = await orNodeError(() => openClient(context, options));
	return {
		logScope: client.logScope,
		onThrottled: (listener) => client.onThrottled(listener),
		listPage: (...args) => orNodeError(() => client.listPage(...args)),
		feedPage: (...args) => orNodeError(() => client.feedPage(...args)),
		count: (...args) => orNodeError(() => client.count(...args)),
	};
}
