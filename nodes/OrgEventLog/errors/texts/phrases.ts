import type { FailureFacts } from '../failureFacts';

/** The service as messages name it. */
export function nameOfService({ origin }: FailureFacts): string {
	return origin ?? 'the service';
}

/** Without a full stop. A path in it may be that of a page that was open when it was copied. */
export function whatToDoAboutBaseUrl({ basePath = '' }: FailureFacts): string {
	if (basePath === '') return 'Check Base URL in the credential';
	return `Remove ${basePath} from Base URL in the credential, unless the API itself lies there`;
}

/** The detail in parentheses, where there is one. */
export function inParentheses({ detail }: FailureFacts): string {
	return detail === undefined ? '' : ` (${detail})`;
}

/** Milliseconds as a person says them. */
export function inSeconds(ms: number): string {
	const seconds = Math.ceil(ms / 1000);
	return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

/** Bytes as a person says them. */
export function inBytes(bytes = 0): string {
	const kilobytes = bytes / 1024;
	return kilobytes < 1024 ? `${kilobytes} KB` : `${Math.floor(kilobytes / 1024)} MB`;
}

export const CHECK_BASE_URL =
	'Check Base URL in the credential, and whether a login page or a proxy stands in front of the service.';

export const GENERATE_REFRESH_TOKEN =
	'In the management console, open your profile page, generate a new token and paste it into Refresh Token in the credential.';
