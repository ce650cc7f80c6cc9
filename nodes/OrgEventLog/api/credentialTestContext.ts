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
import { apiPathOf, readCredentialFields } from './credentialFields';
import { parseCount, parseEventsPage } from './parseResponse';
import type { HttpRequest } from './request';
import type { Endpoint, Query, Send } from './requestMeans';
import { Requests } from './requests';
import { exchangeRefreshToken } from './tokenExchange';
import { waitUnlessStopped } from './waitContext';

const TEST_TIMEOUT_MS = 30_000;

/** Credential tests get only n8n's older request helper, whose options have other names. */
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

/** What shows that a credential may read, in the order in which it is tried. */
const READS: ReadonlyArray<readonly [Endpoint, Query, (body: Buffer) => unknown]> = [
	['events', { limit: '1' }, parseEventsPage],
	['events/feed', { limit: '1' }, parseEventsPage],
	['events/count', {}, parseCount],
];

/**
 * Exchanges the refresh token, or takes the API key, and reads one event; nothing is tried twice. A key may have a
 * scope for Feed or Count alone, which is not documented.
 */
async function readOneEvent(stored: object, httpRequest: HttpRequest): Promise<void> {
	const fields = readCredentialFields({ ...stored });
	const { baseUrl, authentication, secret } = fields;
	const token =
		authentication === 'apiKey' ? secret : await exchangeRefreshToken(fields, httpRequest);
	const headers = { Authorization: `Bearer ${token}`, Accept: 'application/json' };
	const send: Send = (endpoint, query) => {
		const url = baseUrl.href + apiPathOf(fields, endpoint);
		return async ({ timeoutMs: timeout, givenUp }) =>
			await httpRequest({ method: 'GET', url, qs: { ...query }, headers, timeout }, givenUp);
	};
	const requests = new Requests({
		...{ account: fields, send, timeoutMs: TEST_TIMEOUT_MS, maxParallelRequests: 1, maxRepeats: 0 },
		...{ now: Date.now, random: Math.random, wait: waitUnlessStopped },
	});
	const failures: EventLogFailure[] = [];
	for (const [endpoint, query, parse] of READS) {
		const outcome = await requests.make(endpoint, query, ({ body }) => parse(body));
		if ('value' in outcome) return;
		failures.push(outcome.failure);
		if (failures.length === 1 && !isOutOfReach(outcome.failure)) break;
	}
	const told = failures.find(isTemporary) ?? failures[0];
	if (told !== undefined) throw told;
}

/**
 * n8n's test of the credential. The node names it in `testedBy`, since a test described by data alone
 * could neither tell a refused refresh token from a refused API key nor look into the response.
 */
export async function testEventLogCredential(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	try {
		await readOneEvent(credential.data ?? {}, olderHelper(this));
		return { status: 'OK', message: 'The event log can be read' };
	} catch (thrown) {
		const message = isEventLogFailure(thrown)
			? `${thrown.message}. ${thrown.description}`
			: 'The test could not run. Try again.';
		return { status: 'Error', message };
	}
}
