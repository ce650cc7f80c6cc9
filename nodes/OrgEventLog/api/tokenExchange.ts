import type { IHttpRequestOptions } from 'n8n-workflow';
import { EventLogFailure, valueOf } from '../errors/failure';
import type { Words } from '../errors/kinds/facts';
import { describeType } from '../json/jsonValues';
import { type CredentialFields, isHeaderToken, requestFactsOf } from './credentialFields';
import { MAX_EXCHANGE_BYTES, MAX_TOKEN_LENGTH } from '../events/limits';
import { parseObject } from './responseData';
import { type HttpRequest, request } from './request';
import { failureOfStatus } from './response';
import { wordsIn } from './serviceWords';

/** The exchange is always under v1, whatever the API version of the events. */
const EXCHANGE_PATH = '/api/v1/refresh_token';
const EXCHANGE_TIMEOUT_MS = 30_000;

function exchangeOptions({ baseUrl, secret }: CredentialFields): IHttpRequestOptions {
	return {
		method: 'POST',
		url: baseUrl.href + EXCHANGE_PATH,
		headers: { Authorization: `Bearer ${secret}`, Accept: 'application/json' },
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
		timeout: EXCHANGE_TIMEOUT_MS,
	};
}

/** The access token in the documented field. What can't stand in a header is no token. */
function readToken(body: Buffer): string {
	const response = parseObject(body);
	const { Message: token } = response;
	if (token === undefined) throw noToken('no token', wordsIn(response));
	if (typeof token !== 'string') throw noToken(`${describeType(token)} instead of a token`);
	const trimmed = token.trim();
	if (trimmed === '') throw noToken('an empty token');
	if (trimmed.length > MAX_TOKEN_LENGTH) {
		throw noToken(`a token of more than ${MAX_TOKEN_LENGTH} characters, too long for a request`);
	}
	if (!isHeaderToken(trimmed)) throw noToken('text instead of a token', wordsIn(response));
	return trimmed;
}

function noToken(detail: string, said: Words = {}): EventLogFailure {
	return new EventLogFailure('noAccessToken', { detail, ...said });
}

/**
 * Exchanges the refresh token for an access token.
 *
 * @param httpRequest n8n's helper without authentication
 * @throws EventLogFailure saying what to do. It never holds the token, nor a response of 401 in the
 * form that makes n8n try the exchange a second time.
 */
export async function exchangeRefreshToken(
	fields: CredentialFields,
	httpRequest: HttpRequest,
): Promise<string> {
	const facts = { ...requestFactsOf(fields, EXCHANGE_PATH), duringExchange: true } as const;
	const outcome = await request(
		async (givenUp) => await httpRequest(exchangeOptions(fields), givenUp),
		{ timeoutMs: EXCHANGE_TIMEOUT_MS, maxBytes: MAX_EXCHANGE_BYTES },
		(response) => {
			if (response.status >= 200 && response.status <= 299) return readToken(response.body);
			throw failureOfStatus(response, facts, Date.now());
		},
		facts,
	);
	return valueOf(outcome);
}
