import { hash } from 'node:crypto';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { EventLogFailure, requireValue } from '../errors/failure';
import { isJsonObject } from '../json/jsonValues';
import { type CredentialFields, isHeaderToken } from './credentialFields';
import { requestFactsOf } from './endpoints';
import { NO_REDIRECTS, type SendHttpRequest, makeRequest } from './request';
import { parseObject, readServiceWords } from './responseData';
import type { ServiceResponse } from './responseStatus';

/** The exchange has this version, whichever one the credential names for the events. */
const EXCHANGE_PATH = '/api/v1/refresh_token';
const EXCHANGE_TIMEOUT_MS = 30_000;

/** The HTTP Request node uses n8n's older request helper, which has other names for some options. */
interface RequestOfEitherHelper extends IHttpRequestOptions {
	uri?: string;
	rejectUnauthorized?: boolean;
}

/** @throws EventLogFailure, never with a `response.status` of 401: n8n would try the exchange a second time */
export async function exchangeRefreshToken(
	fields: CredentialFields,
	httpRequest: SendHttpRequest,
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
		parseExchangedToken,
		{ ...requestFactsOf(fields, EXCHANGE_PATH), isExchange: true },
	);
	return requireValue(outcome);
}

function parseExchangedToken({ body }: ServiceResponse): string {
	const response = parseObject(body);
	const token = typeof response.Message === 'string' ? response.Message.trim() : '';
	if (isHeaderToken(token)) return token;
	const detail = response.Message === undefined ? 'no token' : 'something other than a token';
	throw new EventLogFailure('noAccessToken', { detail, ...readServiceWords(response) });
}

/**
 * Adds the token to the request itself, and turns redirects off so that it can't go elsewhere.
 * @throws EventLogFailure if the request could take the token elsewhere, or has options that put it at risk. A stored
 * token of another base URL or refresh token is a failure that makes n8n renew it.
 */
export function authorize(
	fields: CredentialFields,
	storedAccessToken: unknown,
	request: RequestOfEitherHelper,
): IHttpRequestOptions {
	const { origin } = fields.baseUrl;
	if (!isAddressedTo(origin, request)) throw new EventLogFailure('otherOrigin', { origin });
	const detail = findRiskyOption(request);
	if (detail !== undefined) throw new EventLogFailure('tokenAtRisk', { detail });
	const isKey = fields.authentication === 'apiKey';
	const token = isKey ? fields.secret : readStoredToken(storedAccessToken, fields);
	if (token === '') throw new EventLogFailure('accessTokenStale', {});
	const otherHeaders = Object.entries(request.headers ?? {}).filter(
		([name]) => !isHeader('authorization', name),
	);
	const headers = { ...Object.fromEntries(otherHeaders), Authorization: `Bearer ${token}` };
	// n8n and the HTTP Request node keep using the object that they handed over.
	return Object.assign(request, { headers, ...NO_REDIRECTS });
}

/** Each of n8n's helpers prefers another one of these addresses. */
function isAddressedTo(origin: string, { url, uri, baseURL }: RequestOfEitherHelper): boolean {
	const addresses = [url, uri, baseURL].filter((address) => address !== undefined);
	const isOfOrigin = (address: string) =>
		URL.canParse(address, baseURL) && new URL(address, baseURL).origin === origin;
	return addresses.length > 0 && addresses.every(isOfOrigin);
}

/** A workflow's author may not be allowed to see the token. Options are named as in n8n's HTTP Request node. */
function findRiskyOption(request: RequestOfEitherHelper): string | undefined {
	const { proxy, agentOptions, skipSslCertificateValidation, rejectUnauthorized = true } = request;
	if (proxy) return 'Proxy';
	if (skipSslCertificateValidation || !rejectUnauthorized) return 'Ignore SSL Issues (Insecure)';
	if (agentOptions !== undefined) return 'SSL Certificates';
	const headers = Object.entries(request.headers ?? {});
	if (headers.some(([name]) => isHeader('host', name))) return 'A Host header';
	// An object holds headers for one method, and Host may be one of them.
	const isForMethod = headers.some(([, value]) => isJsonObject(value));
	return isForMethod ? 'A header with an object as its value' : undefined;
}

/** n8n's helpers, or what they use, ignore letter case and space. */
function isHeader(header: string, name: string): boolean {
	return name.trim().toLowerCase() === header;
}

/** An access token is stored behind this digest of the base URL and refresh token that it came from. */
export function tokenPrefixOf({ baseUrl, secret }: CredentialFields): string {
	return `${hash('sha256', JSON.stringify([baseUrl.href, secret]), 'base64url')}.`;
}

/** Gives an empty text if none is stored, or one that came from another base URL or refresh token. */
function readStoredToken(storedToken: unknown, fields: CredentialFields): string {
	const tokenPrefix = tokenPrefixOf(fields);
	const isBound = typeof storedToken === 'string' && storedToken.startsWith(tokenPrefix);
	return isBound ? storedToken.slice(tokenPrefix.length) : '';
}
