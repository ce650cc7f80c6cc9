import { EventLogFailure } from '../errors/failure';
import { valueOrThrow } from '../errors/outcome';
import type { ServiceWords } from '../errors/kinds/facts';
import { MAX_EXCHANGE_BYTES } from '../events/limits';
import { describeType } from '../json/jsonValues';
import { type CredentialFields, isHeaderToken, requestFactsOf } from './credentialFields';
import { AS_STREAM, type HttpRequest, WITHOUT_REDIRECTS, request } from './request';
import type { ServiceResponse } from './response';
import { parseObject, wordsIn } from './responseBody';

/** The exchange is always under v1, whatever the API version of the events. */
const EXCHANGE_PATH = '/api/v1/refresh_token';
const EXCHANGE_TIMEOUT_MS = 30_000;

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
	const options = {
		method: 'POST',
		url: fields.baseUrl.href + EXCHANGE_PATH,
		headers: { Authorization: `Bearer ${fields.secret}`, Accept: 'application/json' },
		...AS_STREAM,
		...WITHOUT_REDIRECTS,
		timeout: EXCHANGE_TIMEOUT_MS,
	} as const;
	const outcome = await request(
		async (abortSignal) => await httpRequest(options, abortSignal),
		{ timeoutMs: EXCHANGE_TIMEOUT_MS, maxBytes: MAX_EXCHANGE_BYTES, now: Date.now },
		readToken,
		{ ...requestFactsOf(fields, EXCHANGE_PATH), duringExchange: true },
	);
	return valueOrThrow(outcome);
}

/** The access token in the documented field. What can't stand in a header is no token. */
function readToken({ body }: ServiceResponse): string {
	const response = parseObject(body);
	const { Message: token } = response;
	if (token === undefined) throw noToken('no token', wordsIn(response));
	if (typeof token !== 'string') throw noToken(`${describeType(token)} instead of a token`);
	const trimmed = token.trim();
	if (trimmed === '') throw noToken('an empty token');
	if (!isHeaderToken(trimmed)) throw noToken('text instead of a token', wordsIn(response));
	return trimmed;
}

function noToken(detail: string, said: ServiceWords = {}): EventLogFailure {
	return new EventLogFailure('noAccessToken', { detail, ...said });
}
