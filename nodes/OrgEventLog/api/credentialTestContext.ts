import type {
	ICredentialTestFunctions,
	ICredentialsDecrypted,
	IHttpRequestOptions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { isEventLogFailure, valueOf } from '../errors/failure';
import type { RequestFacts } from '../errors/texts/facts';
import { apiPathOf } from './baseUrl';
import { type CredentialFields, readCredentialFields } from './credentialFields';
import { type HttpRequest, requestThroughHelper } from './helperRequest';
import { MAX_BODY_BYTES, MAX_EXCHANGE_BYTES } from './limits';
import { parseEventsPage } from './parseResponse';
import { receive } from './receiveContext';
import { failureOfStatus } from './response';
import { exchangeRefreshToken } from './tokenExchange';

const TEST_TIMEOUT_MS = 30_000;

/** Credential tests are given n8n's older request helper alone, which names its options anew. */
function olderHelper({ helpers }: ICredentialTestFunctions): HttpRequest {
	return async ({ url, method, headers, qs, timeout }): Promise<unknown> => {
		const response: unknown = await helpers.request({
			url,
			method,
			headers,
			qs,
			timeout,
			useStream: true,
			simple: false,
			resolveWithFullResponse: true,
			followRedirect: false,
			followAllRedirects: false,
			sendCredentialsOnCrossOriginRedirect: false,
		});
		return response;
	};
}

async function readOneEvent(
	{ baseUrl, authentication, apiVersion }: CredentialFields,
	token: string,
	httpRequest: HttpRequest,
): Promise<void> {
	const apiPath = apiPathOf(apiVersion, 'events');
	const options: IHttpRequestOptions = {
		method: 'GET',
		url: baseUrl.href + apiPath,
		qs: { limit: 1 },
		headers: { Authorization: `Bearer ${token}`, Accept: 'application/json' },
		timeout: TEST_TIMEOUT_MS,
	};
	const facts: RequestFacts = {
		authentication,
		apiVersion,
		origin: baseUrl.origin,
		basePath: baseUrl.path,
		apiPath,
		timeoutMs: TEST_TIMEOUT_MS,
	};
	const outcome = await requestThroughHelper(
		async () => await httpRequest(options),
		(response) => {
			if (response.status === 200) return parseEventsPage(response.body);
			throw failureOfStatus(response, facts, Date.now(), ['limit']);
		},
		facts,
	);
	valueOf(outcome);
}

/**
 * n8n's test of the credential: exchanges the refresh token, or takes the API key, and reads one
 * event. The node names it in `testedBy`, since a test described by data alone could neither
 * tell a refused refresh token from a refused API key nor look into the response.
 */
export async function testEventLogCredential(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const helper = olderHelper(this);
	const receiveUpTo =
		(maxBytes: number): HttpRequest =>
		async (options) =>
			await receive(async () => await helper(options), { timeoutMs: TEST_TIMEOUT_MS, maxBytes });
	try {
		const fields = readCredentialFields(credential.data ?? {});
		const token =
			fields.authentication === 'apiKey'
				? fields.secret
				: await exchangeRefreshToken(fields, receiveUpTo(MAX_EXCHANGE_BYTES));
		await readOneEvent(fields, token, receiveUpTo(MAX_BODY_BYTES));
		return { status: 'OK', message: 'The event log can be read' };
	} catch (thrown) {
		const message = isEventLogFailure(thrown)
			? `${thrown.message}. ${thrown.description}`
			: 'The test could not be run. Try again.';
		return { status: 'Error', message };
	}
}
