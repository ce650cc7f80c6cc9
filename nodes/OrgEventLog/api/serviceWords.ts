import type { ServiceWords } from '../errors/kinds/facts';
import { memberOf } from '../json/jsonValues';
import { toPlainText } from '../text/plainText';

const FIELDS_WITH_WORDS = ['error', 'errors', 'message', 'Message', 'detail'];

/** A code and a message may stand within an `error`, or within a list of them. */
const MAX_LEVELS = 4;

/**
 * Tokens, keys and addresses of people are long, or have letters and digits mixed. Words of a language are neither, so
 * nothing has to be compared with the credential.
 */
const OPAQUE =
	/\bbearer\s+\S+|\S+@\S+|(?=[\w+/=.~-]*\d)(?=[\w+/=.~-]*[a-z])[\w+/=.~-]{8,}|[\w+/=.~-]{24,}/gi;

/** Gives the words of a response in the fields where services put them; undefined if there are none. */
export function readServiceWords(response: unknown): ServiceWords | undefined {
	const text = [...new Set(collectTexts(response, MAX_LEVELS))].join(': ');
	return text === ''
		? undefined
		: { words: toPlainText(text.slice(0, 1_000).replace(OPAQUE, '…')) };
}

function collectTexts(value: unknown, levels: number): string[] {
	if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
	if (levels === 0) return [];
	const members = Array.isArray(value)
		? value.slice(0, MAX_LEVELS)
		: FIELDS_WITH_WORDS.map((name) => memberOf(value, name));
	return members.flatMap((member) => collectTexts(member, levels - 1));
}
