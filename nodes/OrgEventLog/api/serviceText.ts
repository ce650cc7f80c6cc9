import { plainText } from '../events/plainText';
import { bareToken } from './credentialFields';

/** The text within quotation marks; not so a secret. */
export function quoted(text: string, holdsSecret: HoldsSecret): string {
	return holdsSecret(text) ? '(a secret of the credential)' : `“${plainText(text)}”`;
}

/** Whether text has a secret of the credential in it. */
export type HoldsSecret = (text: string) => boolean;

/** The secrets of a credential. A service could repeat them where everybody reads them, such as in an event's type. */
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
