import { parseBaseUrl, type BaseUrl } from './baseUrl';
import type { Authentication } from '../errors/texts/facts';
import { EventLogFailure } from '../errors/failure';

/** The credential's fields, checked. */
export interface CredentialFields {
	readonly baseUrl: BaseUrl;
	readonly authentication: Authentication;
	/** The refresh token or the API key, whichever the mode asks for. */
	readonly secret: string;
	readonly apiVersion: 'v1' | 'v2';
}

const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

/** Whether text can stand in a header as a token. */
export function isHeaderToken(text: string): boolean {
	return VISIBLE_ASCII.test(text);
}

const QUOTED = /^(["'`])(.*)\1$|^“(.*)”$|^‘(.*)’$/s;

/** Without the space and the quotation marks around it, which no token has of its own. */
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

function readSecret(pasted: unknown, authentication: Authentication): string {
	const text = bareToken(pasted);
	if (text === '') throw new EventLogFailure('secretMissing', { authentication });
	if (!isHeaderToken(text)) throw new EventLogFailure('secretMalformed', { authentication });
	return text;
}

/**
 * The credential as the user left it, checked.
 *
 * @throws EventLogFailure naming the field that can't be used.
 */
export function readCredentialFields(stored: Readonly<Record<string, unknown>>): CredentialFields {
	const baseUrl = parseBaseUrl(stored.baseUrl);
	const authentication = stored.authentication === 'apiKey' ? 'apiKey' : 'refreshToken';
	const secret = readSecret(stored[authentication], authentication);
	return { baseUrl, authentication, secret, apiVersion: stored.apiVersion === 'v2' ? 'v2' : 'v1' };
}
