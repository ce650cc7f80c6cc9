import { hash } from 'node:crypto';
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { EventLogFailure } from '../errors/failure';
import { isJsonObject } from '../json/jsonValues';
import type { CredentialFields } from './credentialFields';

/** The options of n8n's older request helper, which the HTTP Request node uses, name these anew. */
interface OlderOptions {
	uri?: string;
	followRedirect?: boolean;
	followAllRedirects?: boolean;
	rejectUnauthorized?: boolean;
}

type SomeRequest = IHttpRequestOptions & OlderOptions;

/** Nothing has been sent, but n8n treats this as a 401: it renews the token and tries once more. */
class RenewalNeeded extends EventLogFailure {
	constructor() {
		super('accessTokenStale', {});
	}

	override get response() {
		return { ...super.response, status: 401 };
	}
}

/** Whether every address that one of n8n's helpers might take lies there: each has another order of them. */
function staysAt(origin: string, { url, uri, baseURL }: SomeRequest): boolean {
	const addresses = [url, uri, baseURL].filter((address) => address !== undefined);
	return (
		addresses.length > 0 && addresses.every((address) => originOf(address, baseURL) === origin)
	);
}

function originOf(address: string, baseURL?: string): string | undefined {
	try {
		return new URL(address, baseURL).origin;
	} catch {
		return undefined;
	}
}

/**
 * How the request could take its token elsewhere although its address is right, in the words of n8n's
 * HTTP Request node. A workflow's author may not be allowed to see the token.
 */
function detourOf(request: SomeRequest): string | undefined {
	const { proxy, agentOptions, skipSslCertificateValidation, rejectUnauthorized = true } = request;
	if (proxy) return 'Proxy';
	if (skipSslCertificateValidation || !rejectUnauthorized) return 'Ignore SSL Issues (Insecure)';
	if (agentOptions !== undefined) return 'SSL Certificates';
	const headers = Object.entries(request.headers ?? {});
	if (headers.some(([name]) => headerName(name) === 'host')) return 'A Host header';
	// Headers for some methods only, of which Host may be one.
	if (headers.some(([, value]) => isJsonObject(value)))
		return 'A header with an object as its value';
	return undefined;
}

/** As what stands behind n8n's helpers reads it. */
function headerName(name: string): string {
	return name.trim().toLowerCase();
}

function withAuthorization(headers: IDataObject | undefined, token: string): IDataObject {
	const others = Object.entries(headers ?? {}).filter(
		([name]) => headerName(name) !== 'authorization',
	);
	return { ...Object.fromEntries(others), Authorization: `Bearer ${token}` };
}

/**
 * Adds the token to the request itself, and turns redirects off so that it can't go elsewhere.
 *
 * @throws EventLogFailure when the request goes to another origin than the base URL's or by a way on
 * which somebody else could read it, and, in a form that makes n8n renew the token, when the stored
 * access token is not of this base URL and refresh token.
 */
export function authorize(
	{ baseUrl, authentication, secret }: CredentialFields,
	storedAccessToken: unknown,
	request: SomeRequest,
): IHttpRequestOptions {
	if (!staysAt(baseUrl.origin, request)) {
		throw new EventLogFailure('otherOrigin', { origin: baseUrl.origin });
	}
	const detail = detourOf(request);
	if (detail !== undefined) throw new EventLogFailure('detour', { detail });
	const token =
		authentication === 'apiKey'
			? secret
			: readBoundAccessToken(storedAccessToken, baseUrl.href, secret);
	if (token === undefined) throw new RenewalNeeded();
	// Set on the object itself: n8n and the HTTP Request node keep using the one they handed over.
	return Object.assign(request, {
		headers: withAuthorization(request.headers, token),
		disableFollowRedirect: true,
		followRedirect: false,
		followAllRedirects: false,
		sendCredentialsOnCrossOriginRedirect: false,
	});
}

const SEPARATOR = '.';

function bindingOf(baseUrl: string, refreshToken: string): string {
	return hash('sha256', JSON.stringify([baseUrl, refreshToken]), 'base64url');
}

/** The access token as it is stored: with a digest of the base URL and refresh token in front. */
export function bindAccessToken(token: string, baseUrl: string, refreshToken: string): string {
	return bindingOf(baseUrl, refreshToken) + SEPARATOR + token;
}

/**
 * The access token out of what is stored, or undefined where there is none or it came from
 * another base URL or refresh token.
 */
function readBoundAccessToken(
	stored: unknown,
	baseUrl: string,
	refreshToken: string,
): string | undefined {
	const prefix = bindingOf(baseUrl, refreshToken) + SEPARATOR;
	if (typeof stored !== 'string' || !stored.startsWith(prefix)) return undefined;
	const token = stored.slice(prefix.length);
	return token === '' ? undefined : token;
}
