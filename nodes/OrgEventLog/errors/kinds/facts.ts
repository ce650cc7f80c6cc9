export type Authentication = 'refreshToken' | 'apiKey';

/**
 * They say which request failed, as far as that is known. Nothing in the facts of a failure may hold a secret, a body
 * except for its plain `words`, or, except for `explanation`, a filter's value.
 */
export interface RequestFacts {
	/** The refresh token was being exchanged for an access token; otherwise events were read. */
	readonly duringExchange?: true;
	readonly authentication?: Authentication;
	/** Scheme and host of the base URL. */
	readonly origin?: string;
	/** The path of the base URL in front of the API's own, where it has one. */
	readonly basePath?: string;
	/** The path of the API that was asked for, behind the base URL. */
	readonly apiPath?: string;
	readonly apiVersion?: string;
	readonly timeoutMs?: number;
	/** The bounds of the time range that was asked for, epoch milliseconds. */
	readonly afterMs?: number;
	readonly beforeMs?: number;
	/** A trigger tries again by itself and has no time range. */
	readonly isPoll?: true;
	/** A sentence behind the text, with a space in front. */
	readonly remark?: string;
}

/** The service's own words: short, on one line, without what may be a secret. */
export interface Words {
	readonly words?: string;
	/** A new access token may put it right. */
	readonly isAboutToken?: true;
}

export function itSays({ words }: Words): string {
	return words === undefined ? '' : ` It says “${words}”.`;
}

/** A fixed phrase or a system code that makes the description more exact. */
export interface Detail {
	readonly detail: string;
}

/** The message says what happened, the description what to do about it. */
export type FailureTextOf<Facts extends object = object> = (facts: Facts & RequestFacts) => {
	readonly message: string;
	readonly description: string;
};

export function nameOfService({ origin }: RequestFacts): string {
	return origin ?? 'the service';
}

/** It ends without a full stop. A path in it may be that of a page that was open when it was copied. */
export function whatToDoAboutBaseUrl({ basePath = '' }: RequestFacts): string {
	if (basePath === '') return 'Check Base URL in the credential';
	return `Remove ${basePath} from Base URL in the credential, unless the API is there`;
}

export function inParentheses({ detail }: Partial<Detail>): string {
	return detail === undefined ? '' : ` (${detail})`;
}

export function tryAgain({ isPoll }: RequestFacts, when = ''): string {
	return isPoll ? 'A published trigger tries again at its next poll.' : `Try again${when}.`;
}

export function inSeconds(ms: number): string {
	const seconds = Math.ceil(ms / 1000);
	return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

export function inBytes(bytes: number): string {
	const kilobytes = bytes / 1024;
	return kilobytes < 1024
		? `${kilobytes} KB`
		: `${Math.floor(kilobytes / 1024).toLocaleString('en-US')} MB`;
}

export const CHECK_BASE_URL =
	'Check Base URL in the credential, and whether a login page or a proxy answers instead of the service.';

/** It is for a status that means a missing right, but which a proxy or any other site may give as well. */
export const IF_RIGHTS_ARE_IN_ORDER =
	'If the permission is correct, check Base URL in the credential: a proxy or another site may have answered.';

export const GENERATE_REFRESH_TOKEN =
	'In the management console, open your profile page, generate a new token and paste it into Refresh Token in the credential.';
