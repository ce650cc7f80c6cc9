import type {
	ICredentialTestFunctions,
	ICredentialsDecrypted,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import {
	type EventLogFailure,
	isEventLogFailure,
	isOutOfReach,
	isTemporary,
} from '../errors/failure';
import { MAX_BODY_BYTES } from './limits';
import type { JsonObject } from '../json/jsonValues';
import { readCredentialFields } from './credentialFields';
import { apiPathOf, requestFactsOf } from './endpoints';
import { parseCount, parseEventsPage } from './parseResponse';
import { type HttpRequest, NO_REDIRECTS, makeRequest } from './request';
import { exchangeRefreshToken } from './tokenExchange';

const TIMEOUT_MS = 30_000;
const LIMITS = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BODY_BYTES, now: Date.now };

/** Any of these shows that a credential may read: a key may have a scope for Feed or Count alone. */
const TEST_REQUESTS = [
	['events', { limit: '1' }, parseEventsPage],
	['events/feed', { limit: '1' }, parseEventsPage],
	['events/count', {}, parseCount],
] as const;

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

/** Exchanges the refresh token, or takes the API key, and asks List, then the others if it may not; none of them twice. */
async function requireReadAccess(data: JsonObject, httpRequest: HttpRequest): Promise<void> {
	const fields = readCredentialFields(data);
	const { baseUrl, authentication, secret } = fields;
	const isKey = authentication === 'apiKey';
	const token = isKey ? secret : await exchangeRefreshToken(fields, httpRequest);
	const headers = { Authorization: `Bearer ${token}`, Accept: 'application/json' };
	const failures: EventLogFailure[] = [];
	for (const [endpoint, qs, parse] of TEST_REQUESTS) {
		const path = apiPathOf(fields, endpoint);
		const url = baseUrl.href + path;
		const options = { method: 'GET', url, qs, headers, timeout: TIMEOUT_MS } as const;
		const outcome = await makeRequest(
			async (abortSignal) => await httpRequest(options, abortSignal),
			LIMITS,
			({ body }) => parse(body),
			requestFactsOf(fields, path),
		);
		if ('value' in outcome) return;
		failures.push(outcome.failure);
		if (failures.length === 1 && !isOutOfReach(outcome.failure)) break;
	}
	const failure = failures.find(isTemporary) ?? failures[0];
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
