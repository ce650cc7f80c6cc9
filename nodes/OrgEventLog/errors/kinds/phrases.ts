import type { RequestFacts, ServiceWords } from './failureTypes';

export const CHECK_BASE_URL =
	'Check Base URL in the credential, and whether a login page or a proxy answers instead of the service.';

export const GENERATE_REFRESH_TOKEN =
	'In the management console, open your profile page, generate a new token and paste it into Refresh Token in the credential.';

export const CHECK_BASE_URL_IF_PERMITTED =
	'If the permission is correct, check Base URL in the credential: a proxy or another site may have answered.';

/** The caller adds the full stop. A path in the base URL may be that of a page that was open when it was copied. */
export function adviseOnBaseUrl({ basePath = '' }: RequestFacts): string {
	if (basePath === '') return 'Check Base URL in the credential';
	return `Remove ${basePath} from Base URL in the credential, unless the API is there`;
}

export function adviseRetry({ isPoll }: RequestFacts, when = ''): string {
	return isPoll ? 'A published trigger tries again at its next poll.' : `Try again${when}.`;
}

export function nameService({ origin }: RequestFacts): string {
	return origin ?? 'the service';
}

export function quoteService({ words }: ServiceWords): string {
	return words === undefined ? '' : ` It says “${words}”.`;
}

export function formatSeconds(ms: number): string {
	const seconds = Math.ceil(ms / 1000);
	return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

export function formatBytes(bytes: number): string {
	const kilobytes = bytes / 1024;
	return kilobytes < 1024
		? `${kilobytes} KB`
		: `${Math.floor(kilobytes / 1024).toLocaleString('en-US')} MB`;
}
