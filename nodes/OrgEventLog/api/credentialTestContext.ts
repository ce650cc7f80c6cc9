import type {
	ICredentialTestFunctions,
	ICredentialsDecrypted,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { isEventLogFailure, isOutOfReach } from '../errors/failure';
import type { JsonObject } from '../json/jsonValues';
import { exchangeRefreshToken } from './accessToken';
import { readCredentialFields } from './credentialFields';
import { type Endpoint, apiPathOf, requestFactsOf } from './endpoints';
import { parseEventsPage } from './parseResponse';
import { type SendHttpRequest, NO_REDIRECTS, makeRequest } from './request';

const TIMEOUT_MS = 30_000;

/** n8n's declarative test could neither tell a refused refresh token from a refused API key nor read the response. */
export async function testEventLogCredential(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	try {
		await requireReadAccess({ ...credential.data }, createHttpRequest(this));
		return { status: 'OK', message: 'The event log can be read' };
	} catch (thrown) {
		const message = isEventLogFailure(thrown)
			? `${thrown.message}. ${thrown.description}`
			: 'The test could not run. Try again.';
		return { status: 'Error', message };
	}
}

/** Exchanges the refresh token, or takes the API key, and asks List, or Feed if List is out of reach. */
async function requireReadAccess(data: JsonObject, httpRequest: SendHttpRequest): Promise<void> {
	const fields = readCredentialFields(data);
	const isKey = fields.authentication === 'apiKey';
	const token = isKey ? fields.secret : await exchangeRefreshToken(fields, httpRequest);
	const headers = { Authorization: `Bearer ${token}`, Accept: 'application/json' };
	const ask = async (endpoint: Endpoint) => {
		const path = apiPathOf(fields, endpoint);
		const url = fields.baseUrl.href + path;
		const options = { url, qs: { limit: '1' }, headers, timeout: TIMEOUT_MS };
		return await makeRequest(
			async (abortSignal) => await httpRequest({ method: 'GET', ...options }, abortSignal),
			{ timeoutMs: TIMEOUT_MS, now: Date.now },
			({ body }) => parseEventsPage(body),
			requestFactsOf(fields, path),
		);
	};
	const list = await ask('events');
	if ('value' in list) return;
	// A key may have a scope for Feed alone.
	if (!isOutOfReach(list.failure) || 'failure' in (await ask('events/feed'))) throw list.failure;
}

/** Credential tests get only n8n's older request helper, whose options have other names. */
function createHttpRequest({ helpers }: ICredentialTestFunctions): SendHttpRequest {
	return async (options): Promise<unknown> =>
		await helpers.request({
			...options,
			useStream: true,
			simple: false,
			resolveWithFullResponse: true,
			...NO_REDIRECTS,
		});
}
