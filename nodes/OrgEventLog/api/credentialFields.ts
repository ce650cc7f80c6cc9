import { parseBaseUrl, type BaseUrl } from './baseUrl';
import type { Authentication } from '../errors/failureFacts';
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

/** A pasted token without the space around it and the word `Bearer` in front. */
function readSecret(pasted: unknown, authentication: Authentication): string {
	const text = typeof pasted === 'string' ? pasted.trim().replace(/^bearer(?:\s+|$)/i, '') : '';
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
