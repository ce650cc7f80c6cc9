import { hash } from 'node:crypto';

/** Eight characters of base64url are six bytes. */
const SHORT_HASH_LENGTH = 8;

/** A state keeps this instead of an id or a key. The odds that two of a thousand have the same are 1 to 10^8. */
export function shortHashOf(text: string): string {
	return hash('sha256', text, 'base64url').slice(0, SHORT_HASH_LENGTH);
}
