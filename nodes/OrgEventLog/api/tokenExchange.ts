import { EventLogFailure } from '../errors/failure';
import { valueOrThrow } from '../errors/outcome';
import { type CredentialFields, isHeaderToken } from './credentialFields';
import { requestFactsOf } from './endpoints';
import { type HttpRequest, makeRequest } from './request';
import { parseObject } from './responseData';
import type { ServiceResponse } from './responseStatus';
import { readServiceWords } from './serviceWords';

/** The API version of the events does not matter to the exchange. */
const EXCHANGE_PATH = '/api/v1/refresh_token';
const EXCHANGE_TIMEOUT_MS = 30_000;

/** @throws EventLogFailure without a status of 401, which would make n8n try the exchange a second time */
export async function exchangeRefreshToken(
	fields: CredentialFields,
	httpRequest: HttpRequest,
): Promise<string> {
	const options = {
		method: 'POST',
		url: fields.baseUrl.href + EXCHANGE_PATH,
		headers: { Authorization: `Bearer ${fields.secret}`, Accept: 'application/json' },
		timeout: EXCHANGE_TIMEOUT_MS,
	} as const;
	const outcome = await makeRequest(
		async (abortSignal) => await httpRequest(options, abortSignal),
		{ timeoutMs: EXCHANGE_TIMEOUT_MS, now: Date.now },
		readToken,
		{ ...requestFactsOf(fields, EXCHANGE_PATH), duringExchange: true },
	);
	return valueOrThrow(outcome);
}

/** Reads the documented field. A text that can't stand in a header is no token. */
function readToken({ body }: ServiceResponse): string {
	const response = parseObject(body);
	const token = typeof response.Message === 'string' ? response.Message.trim() : '';
	if (isHeaderToken(token)) return token;
	const detail = response.Message === undefined ? 'no token' : 'something other than a token';
	throw new EventLogFailure('noAccessToken', { detail, ...readServiceWords(response) });
}
