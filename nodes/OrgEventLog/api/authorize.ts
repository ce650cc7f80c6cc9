import { createHash } from 'node:crypto';
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { EventLogFailure } from '../errors/failure';
import type { CredentialFields } from './credentialFields';

/** The options of n8n's older request helper, which the HTTP Request node uses, name these anew. */
interface OlderOptions {
	uri?: string;
	followRedirect?: boolean;
	followAllRedirects?: boolean;
}

/** Nothing has been sent, yet n8n takes it for a 401: it renews the token and asks once more. */
class RenewalNeeded extends EventLogFailure {
	constructor() {
		super('accessTokenStale');
	}

	override get response() {
		return { ...super.response, status: 401 };
	}
}

function originOf({ url, uri, baseURL }: IHttpRequestOptions & OlderOptions): string | undefined {
	try {
		return new URL(url ?? uri ?? '', baseURL).origin;
	} catch {
		return undefined;
	}
}

function withAuthorization(headers: IDataObject | undefined, token: string): IDataObject {
	const others = Object.entries(headers ?? {}).filter(
		([name]) => name.toLowerCase() !== 'authorization',
	);
	return { ...Object.fromEntries(others), Authorization: `Bearer ${token}` };
}

/**
 * Adds the token to the request itself, and turns redirects off so that it can't go elsewhere.
 *
 * @throws EventLogFailure when the request goes to another origin than the base URL's, and, in a
 * form that makes n8n renew the token, when the stored access token is not of this base URL and
 * refresh token.
 */
export function authorize(
	{ baseUrl, authentication, secret }: CredentialFields,
	storedAccessToken: unknown,
	request: IHttpRequestOptions & OlderOptions,
): IHttpRequestOptions {
	if (originOf(request) !== baseUrl.origin) {
		throw new EventLogFailure('otherOrigin', { origin: baseUrl.origin });
	}
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
	return createHash('sha256')
		.update(JSON.stringify([baseUrl, refreshToken]))
		.digest('base64url');
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
