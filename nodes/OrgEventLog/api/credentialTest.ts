import type {
	ICredentialTestFunctions,
	ICredentialsDecrypted,
	IHttpRequestOptions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { toFailure } from './answer';
import { readCredentialFields, type CredentialFields } from './credentialFields';
import { isEventLogFailure, withFacts } from './failures';
import { answerOf, type HttpRequest } from './helperAnswers';
import { outcomeOf } from './outcome';
import { parseEventsPage } from './parseAnswer';
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
	fields: CredentialFields,
	token: string,
	httpRequest: HttpRequest,
): Promise<void> {
	const { baseUrl, authentication, apiVersion } = fields;
	const options: IHttpRequestOptions = {
		method: 'GET',
		url: `${baseUrl.href}/api/${apiVersion}/events`,
		qs: { limit: 1 },
		headers: { Authorization: `Bearer ${token}`, Accept: 'application/json' },
		timeout: TEST_TIMEOUT_MS,
	};
	const facts = { authentication, apiVersion, origin: baseUrl.origin };
	const outcome = await outcomeOf(async () => {
		const answer = await answerOf(() => httpRequest(options), { timeoutMs: TEST_TIMEOUT_MS });
		if (answer.status !== 200) throw toFailure(answer, facts, Date.now(), ['limit']);
		return parseEventsPage(answer.body);
	});
	if ('thrown' in outcome) throw withFacts(outcome.thrown, facts);
}

/**
 * n8n's test of the credential: exchanges the refresh token, or takes the API key, and reads one
 * event. The node names it in `testedBy`, since a test described by data alone could neither
 * tell a refused refresh token from a refused API key nor look into the answer.
 */
export async function testEventLogCredential(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const httpRequest = olderHelper(this);
	const outcome = await outcomeOf(async () => {
		const fields = readCredentialFields(credential.data ?? {});
		const token =
			fields.authentication === 'apiKey'
				? fields.secret
				: await exchangeRefreshToken(fields, httpRequest);
		await readOneEvent(fields, token, httpRequest);
	});
	if ('value' in outcome) return { status: 'OK', message: 'The event log can be read' };
	const { thrown } = outcome;
	const message = isEventLogFailure(thrown)
		? `${thrown.message}. ${thrown.description}`
		: 'The test could not be run. Try again.';
	return { status: 'Error', message };
}
