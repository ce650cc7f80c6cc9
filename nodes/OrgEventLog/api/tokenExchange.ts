import type { IHttpRequestOptions } from 'n8n-workflow';
import { toFailure } from './answer';
import type { CredentialFields } from './credentialFields';
import type { FailureFacts } from './failureFacts';
import { EventLogFailure, withFacts } from './failures';
import { answerOf, type HttpRequest } from './helperAnswers';
import { outcomeOf } from './outcome';
import { describeType, parseObject } from './parseAnswer';

/** The exchange is under v1 whatever version the events are read under. */
const EXCHANGE_PATH = '/api/v1/refresh_token';
const EXCHANGE_TIMEOUT_MS = 30_000;
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

function exchangeOptions({ baseUrl, secret }: CredentialFields): IHttpRequestOptions {
	return {
		method: 'POST',
		url: baseUrl.href + EXCHANGE_PATH,
		headers: { Authorization: `Bearer ${secret}`, Accept: 'application/json' },
		encoding: 'arraybuffer',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
		timeout: EXCHANGE_TIMEOUT_MS,
	};
}

/** The access token in the documented field. What can't stand in a header is no token. */
function readToken(body: Buffer): string {
	const { Message: token } = parseObject(body);
	if (typeof token !== 'string') {
		throw new EventLogFailure('noAccessToken', { detail: `${describeType(token)} as its token` });
	}
	const trimmed = token.trim();
	if (VISIBLE_ASCII.test(trimmed)) return trimmed;
	const detail = trimmed === '' ? 'an empty token' : 'text instead of a token';
	throw new EventLogFailure('noAccessToken', { detail });
}

/**
 * Trades the refresh token for an access token.
 *
 * @param httpRequest n8n's helper without authentication
 * @throws EventLogFailure saying what to do. It never holds the token, nor an answer of 401 in the
 * form that makes n8n try the exchange a second time.
 */
export async function exchangeRefreshToken(
	fields: CredentialFields,
	httpRequest: HttpRequest,
): Promise<string> {
	const facts: FailureFacts = {
		during: 'exchange',
		authentication: 'refreshToken',
		origin: fields.baseUrl.origin,
	};
	const outcome = await outcomeOf(async () => {
		const request = () => httpRequest(exchangeOptions(fields));
		const answer = await answerOf(request, { timeoutMs: EXCHANGE_TIMEOUT_MS });
		if (answer.status < 200 || answer.status > 299) throw toFailure(answer, facts, Date.now());
		return readToken(answer.body);
	});
	if ('value' in outcome) return outcome.value;
	throw withFacts(outcome.thrown, facts);
}
