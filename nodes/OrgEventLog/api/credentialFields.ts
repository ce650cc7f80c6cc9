import { EventLogFailure } from '../errors/failure';
import type { Authentication, RequestFacts } from '../errors/kinds/facts';

/** The service's address as every request uses it. */
export interface BaseUrl {
	/** Scheme, host and path prefix, without the API's own path and without a slash at the end. */
	readonly href: string;
	/** Scheme, host and port: what a token may be sent to. */
	readonly origin: string;
	/** What stands between the origin and the API's own path; mostly nothing. */
	readonly path: string;
}

/** Where to read, and who asks. */
export interface Account {
	readonly baseUrl: BaseUrl;
	readonly authentication: Authentication;
	readonly apiVersion: 'v1' | 'v2';
}

/** The credential's fields, checked. */
export interface CredentialFields extends Account {
	/** The refresh token or the API key, whichever the mode asks for. */
	readonly secret: string;
}

/** Where the API has what is read, behind the base URL. */
export function apiPathOf({ apiVersion }: Account, endpoint: string): string {
	return `/api/${apiVersion}/${endpoint}`;
}

/** What a failure may tell of a request for this path. */
export function requestFactsOf(account: Account, apiPath: string): RequestFacts {
	const { baseUrl, authentication, apiVersion } = account;
	return { authentication, apiVersion, origin: baseUrl.origin, basePath: baseUrl.path, apiPath };
}

const API_PATH = /\/api(?:\/v\d+(?:\/.*)?)?$/i;
const BARE_IPV6 = /^(?:https?:\/\/)?[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,}(?:%|\/|$)/i;
const LOOPBACK = /^(?:localhost|\[::1\]|127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/;

function unusable(detail: string): EventLogFailure {
	return new EventLogFailure('baseUrl', { detail });
}

function parseUrl(text: string): URL {
	try {
		return new URL(text);
	} catch {
		if (BARE_IPV6.test(text)) {
			throw unusable('An IPv6 address needs brackets. Enter it like https://[2001:db8::1].');
		}
		throw unusable('It is not a complete address. Enter it with https:// in front.');
	}
}

/**
 * The base URL from what people paste: spaces and quotation marks around it, a slash, `/api`, `/api/v1` or the path
 * of an operation at its end are taken off; a path in front of `/api` stays.
 *
 * @throws EventLogFailure when it is missing, not an address, has a login, a query or a fragment
 * in it, or is neither https nor http on a loopback host.
 */
export function parseBaseUrl(pasted: unknown): BaseUrl {
	const text = typeof pasted === 'string' ? unquoted(pasted) : '';
	if (text === '') throw unusable('It is empty. Enter the address of the service.');
	const url = parseUrl(text);
	const isPlainLoopback = url.protocol === 'http:' && LOOPBACK.test(url.hostname);
	if (url.protocol !== 'https:' && !isPlainLoopback) {
		throw unusable(
			'It must start with https:// (http:// only for localhost, on the machine that n8n runs on).',
		);
	}
	if (url.username !== '' || url.password !== '') {
		throw unusable('It contains a user name or password. Enter only the address.');
	}
	if (/[?#]/.test(text)) {
		throw unusable('It contains “?” or “#”. Enter only the part before it.');
	}
	const path = url.pathname.replace(/\/+$/, '').replace(API_PATH, '').replace(/\/+$/, '');
	return { href: url.origin + path, origin: url.origin, path };
}

const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

/** Whether text can stand in a header as a token. */
export function isHeaderToken(text: string): boolean {
	return VISIBLE_ASCII.test(text);
}

const QUOTED = /^(["'`])(.*)\1$|^“(.*)”$|^‘(.*)’$/s;

/** Without the space and the quotation marks around it, which no token and no address has of its own. */
function unquoted(pasted: string): string {
	const text = pasted.trim();
	const [, , straight, double, single] = QUOTED.exec(text) ?? [];
	return (straight ?? double ?? single ?? text).trim();
}

/** A pasted token without what was copied along with it: quotation marks, and the word `Bearer` in front. */
export function bareToken(pasted: unknown): string {
	return typeof pasted === 'string'
		? unquoted(unquoted(pasted).replace(/^bearer(?:\s+|$)/i, ''))
		: '';
}

/**
 * The credential as the user left it, checked.
 *
 * @throws EventLogFailure naming the field that can't be used.
 */
export function readCredentialFields(stored: Readonly<Record<string, unknown>>): CredentialFields {
	const baseUrl = parseBaseUrl(stored.baseUrl);
	const authentication = stored.authentication === 'apiKey' ? 'apiKey' : 'refreshToken';
	const secret = bareToken(stored[authentication]);
	if (secret === '') throw new EventLogFailure('secretMissing', { authentication });
	if (!isHeaderToken(secret)) throw new EventLogFailure('secretMalformed', { authentication });
	return { baseUrl, authentication, secret, apiVersion: stored.apiVersion === 'v2' ? 'v2' : 'v1' };
}
