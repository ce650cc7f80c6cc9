import { EventLogFailure } from '../errors/failure';
import type { Authentication } from '../errors/kinds/failureTypes';
import type { JsonObject } from '../json/jsonValues';

/** It says where requests go and how they are authenticated. A failure may tell these fields of a credential. */
export interface ServiceAccess {
	readonly baseUrl: {
		/** The API's own path is appended to this, which has no slash at its end. */
		readonly href: string;
		/** A token may be sent nowhere else. */
		readonly origin: string;
	};
	readonly authentication: Authentication;
	readonly apiVersion: 'v1' | 'v2';
}

export interface CredentialFields extends ServiceAccess {
	/** The way of authentication tells whether this is the refresh token or the API key. */
	readonly secret: string;
}

const API_PATH = /\/api(?:\/v\d+(?:\/.*)?)?$/i;
const LOOPBACK = /^(?:localhost|\[::1\]|127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/;

/** @throws EventLogFailure naming the field that can't be used */
export function readCredentialFields(credential: JsonObject): CredentialFields {
	const baseUrl = parseBaseUrl(credential.baseUrl);
	const authentication = credential.authentication === 'apiKey' ? 'apiKey' : 'refreshToken';
	const secret = parseToken(credential[authentication]);
	if (secret === '') throw new EventLogFailure('secretMissing', { authentication });
	if (!isHeaderToken(secret)) throw new EventLogFailure('secretMalformed', { authentication });
	const apiVersion = credential.apiVersion === 'v2' ? 'v2' : 'v1';
	return { baseUrl, authentication, secret, apiVersion };
}

/**
 * Reads the base URL from what people paste: a slash, `/api`, `/api/v1` or the path of an operation at its end is taken
 * off; a path in front of `/api` stays.
 * @throws EventLogFailure for anything but an address of https, or of http on a loopback host, with nothing else in it
 */
export function parseBaseUrl(value: unknown): ServiceAccess['baseUrl'] {
	const text = trimQuotes(value);
	if (text === '') throw failureOfBaseUrl('It is empty. Enter the address of the service.');
	const url = URL.canParse(text) ? new URL(text) : undefined;
	const isPlainLoopback = url?.protocol === 'http:' && LOOPBACK.test(url.hostname);
	if (url === undefined || (url.protocol !== 'https:' && !isPlainLoopback))
		throw failureOfBaseUrl(
			'It must be a complete address that starts with https:// (http:// only for localhost, on the machine that n8n runs on).',
		);
	if (url.username !== '' || url.password !== '')
		throw failureOfBaseUrl('It contains a user name or password. Enter only the address.');
	if (/[?#]/.test(text))
		throw failureOfBaseUrl('It contains “?” or “#”. Enter only the part before it.');
	const path = url.pathname.replace(/\/+$/, '').replace(API_PATH, '').replace(/\/+$/, '');
	return { href: url.origin + path, origin: url.origin };
}

function failureOfBaseUrl(detail: string): EventLogFailure {
	return new EventLogFailure('baseUrlUnusable', { detail });
}

/** A header can hold visible ASCII only. */
export function isHeaderToken(text: string): boolean {
	return /^[\x21-\x7e]+$/.test(text);
}

/** The word `Bearer` is often copied along with a token. */
function parseToken(value: unknown): string {
	return trimQuotes(trimQuotes(value).replace(/^bearer(?:\s+|$)/i, ''));
}

/** No token and no address has space or quotation marks around it. */
function trimQuotes(value: unknown): string {
	const text = typeof value === 'string' ? value : '';
	return text.replace(/^[\s"'`“‘]+|[\s"'`”’]+$/g, '');
}
