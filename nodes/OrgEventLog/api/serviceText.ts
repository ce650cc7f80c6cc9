import { bareToken } from './credentialFields';

/** Of text of the service within a sentence. */
export const MAX_LETTERS = 80;

/** What opens markup, an entity or a link, and what ends a quotation, with what looks alike and does not. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
	'<': '‹',
	'>': '›',
	'[': '(',
	']': ')',
	'`': "'",
	'“': '"',
	'”': '"',
	'&': '＆',
};

/**
 * Text of the service, or of a filter, as it may stand in a sentence for people or a language model:
 * short, on one line, with nothing that is not seen and no markup. n8n shows notes as HTML.
 */
export function plainText(text: string): string {
	const line = text
		.replace(/[\p{C}\p{Z}]+/gu, ' ')
		.replace(/[<>[\]`“”]|&(?=#|\w+;)/g, (sign) => LOOK_ALIKES[sign] ?? '');
	const letters = [...line.slice(0, 2 * MAX_LETTERS)];
	return letters.length > MAX_LETTERS ? `${letters.slice(0, MAX_LETTERS).join('')}…` : line;
}

/** The text within quotation marks; not so a secret. */
export function quoted(text: string, holdsSecret: HoldsSecret): string {
	return holdsSecret(text) ? '(a secret of the credential)' : `“${plainText(text)}”`;
}

/** Whether text has a secret of the credential in it. */
export type HoldsSecret = (text: string) => boolean;

/** The secrets of a credential, for a service may say them where everybody reads it: as an event's type, say. */
export class KnownSecrets {
	private readonly secrets = new Set<string>();

	/** @param stored the credential as n8n keeps it */
	constructor({ refreshToken, apiKey, accessToken }: Readonly<Record<string, unknown>>) {
		for (const secret of [refreshToken, apiKey]) this.add(secret);
		// Behind what it is bound to.
		if (typeof accessToken === 'string') this.add(accessToken.slice(accessToken.indexOf('.') + 1));
	}

	/** @param secret as it was pasted, or as a header has it */
	add(secret: unknown): void {
		const bare = visible(bareToken(secret));
		if (bare !== '') this.secrets.add(bare);
	}

	/** Whether one is in the text, however it is spelled and whatever stands between its letters unseen. */
	readonly areIn: HoldsSecret = (text) => {
		const seen = visible(text);
		return [...this.secrets].some((secret) => seen.includes(secret));
	};
}

/** Of such characters tokens are made. */
function visible(text: string): string {
	return text.replace(/[^\x21-\x7e]/g, '').toLowerCase();
}
