import type {
	ICredentialTestFunctions,
	ICredentialsDecrypted,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { type EventLogFailure, isEventLogFailure, isOutOfReach } from '../errors/failure';
import type { JsonObject } from '../json/jsonValues';
import { exchangeRefreshToken } from './accessToken';
import { readCredentialFields, apiPathOf, requestFactsOf } from './account';
import { parseEventsPage } from './parseResponse';
import { type HttpRequest, NO_REDIRECTS, makeRequest } from './request';

const TIMEOUT_MS = 30_000;

/**
 * Runs n8n's test of the credential. Described by data alone, a test could neither tell a refused refresh token from a
 * refused API key nor look into the response.
 */
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
async function requireReadAccess(data: JsonObject, httpRequest: HttpRequest): Promise<void> {
	const fields = readCredentialFields(data);
	const isKey = fields.authentication === 'apiKey';
	const token = isKey ? fields.secret : await exchangeRefreshToken(fields, httpRequest);
	const headers = { Authorization: `Bearer ${token}`, Accept: 'application/json' };
	let failure: EventLogFailure | undefined;
	// A key may have a scope for Feed alone.
	for (const endpoint of ['events', 'events/feed'] as const) {
		const path = apiPathOf(fields, endpoint);
		const url = fields.baseUrl.href + path;
		const options = {
			method: 'GET',
			url,
			qs: { limit: '1' },
			headers,
			timeout: TIMEOUT_MS,
		} as const;
		const outcome = await makeRequest(
			async (abortSignal) => await httpRequest(options, abortSignal),
			{ timeoutMs: TIMEOUT_MS, now: Date.now },
			({ body }) => parseEventsPage(body),
			requestFactsOf(fields, path),
		);
		if ('value' in outcome) return;
		failure ??= outcome.failure;
		if (!isOutOfReach(outcome.failure)) break;
	}
	if (failure !== undefined) throw failure;
}

/** Credential tests get only n8n's older request helper, whose options have other names. */
function createHttpRequest({ helpers }: ICredentialTestFunctions): HttpRequest {
	return async (options): Promise<unknown> => {
		const response: unknown = await helpers.request({
			...options,
			useStream: true,
			simple: false,
			resolveWithFullResponse: true,
			...NO_REDIRECTS,
		});
		return response;
	};
}
