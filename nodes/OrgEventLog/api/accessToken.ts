import { createHash } from 'node:crypto';

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
export function readBoundAccessToken(
	stored: unknown,
	baseUrl: string,
	refreshToken: string,
): string | undefined {
	const prefix = bindingOf(baseUrl, refreshToken) + SEPARATOR;
	if (typeof stored !== 'string' || !stored.startsWith(prefix)) return undefined;
	const token = stored.slice(prefix.length);
	return token === '' ? undefined : token;
}
