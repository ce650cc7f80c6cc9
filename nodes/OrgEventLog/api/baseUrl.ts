import { EventLogFailure } from '../errors/failure';

/** The service's address as every request uses it. */
export interface BaseUrl {
	/** Scheme, host and path prefix, without the API's own path and without a slash at the end. */
	readonly href: string;
	/** Scheme, host and port: what a token may be sent to. */
	readonly origin: string;
	/** What stands between the origin and the API's own path; mostly nothing. */
	readonly path: string;
}

/** Where the API has what is read, behind the base URL. */
export function apiPathOf(apiVersion: string, endpoint: string): string {
	return `/api/${apiVersion}/${endpoint}`;
}

const API_PATH = /\/api(?:\/v\d+(?:\/.*)?)?$/i;
const LOOPBACK_IPV4 = /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/;

function isLoopback(hostname: string): boolean {
	return hostname === 'localhost' || hostname === '[::1]' || LOOPBACK_IPV4.test(hostname);
}

function refuse(description: string): EventLogFailure {
	return new EventLogFailure('baseUrl', { detail: description });
}

function parseUrl(text: string): URL {
	try {
		return new URL(text);
	} catch {
		throw refuse('It is not a complete address. Enter it with https:// in front.');
	}
}

/**
 * The base URL from what people paste: spaces around it, a slash, `/api`, `/api/v1` or the path
 * of an operation at its end are taken off; a path in front of `/api` stays.
 *
 * @throws EventLogFailure when it is missing, not an address, has a login, a query or a fragment
 * in it, or is neither https nor http on a loopback host.
 */
export function parseBaseUrl(pasted: unknown): BaseUrl {
	const text = typeof pasted === 'string' ? pasted.trim() : '';
	if (text === '') throw refuse('It is empty. Enter the address of the service.');
	const url = parseUrl(text);
	const isPlainLoopback = url.protocol === 'http:' && isLoopback(url.hostname);
	if (url.protocol !== 'https:' && !isPlainLoopback) {
		throw refuse('It must start with https:// (http:// only for a service on this machine).');
	}
	if (url.username !== '' || url.password !== '') {
		throw refuse('It holds a user name or password. Enter the address alone.');
	}
	if (url.search !== '' || url.hash !== '' || /[?#]/.test(text)) {
		throw refuse('It holds a “?” or “#”. Enter the address up to there.');
	}
	const path = url.pathname.replace(/\/+$/, '').replace(API_PATH, '').replace(/\/+$/, '');
	return { href: url.origin + path, origin: url.origin, path };
}
