import { plainText } from '../events/plainText';
import type { Words } from '../errors/kinds/facts';
import { isJsonObject } from '../json/jsonValues';

const FIELDS_WITH_WORDS = ['error', 'errors', 'message', 'Message', 'detail'];

/** A code and a message may stand within an `error`, or within a list of them. */
const MAX_LEVELS = 4;

/**
 * Tokens, keys and addresses of people: whatever is long, or has letters and digits mixed. Words of a language
 * are neither, so nothing has to be compared with the credential.
 */
const OPAQUE =
	/\bbearer\s+\S+|\S+@\S+|(?=[\w+/=.~-]*\d)(?=[\w+/=.~-]*[a-z])[\w+/=.~-]{8,}|[\w+/=.~-]{24,}/gi;

const ABOUT_TOKEN = /token|jwt|expired|unauthori[sz]ed|unauthenticated/i;

/** Beside `"data": null`, which is nothing then. */
const ABOUT_SUCCESS =
	/^“?(?:ok(?:ay)?|success\w*|done|no (?:\w+ ){0,2}(?:found|data|events?|results?))\b/i;

function textsIn(value: unknown, levels = MAX_LEVELS): string[] {
	if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
	if (levels === 0) return [];
	if (Array.isArray(value))
		return value.slice(0, MAX_LEVELS).flatMap((one) => textsIn(one, levels - 1));
	if (!isJsonObject(value)) return [];
	return FIELDS_WITH_WORDS.flatMap((name) => textsIn(value[name], levels - 1));
}

/** The words of a response in the fields where services put them; undefined where there are none. */
export function wordsIn(response: unknown): Words | undefined {
	const said = [...new Set(textsIn(response))].join(': ');
	if (said === '') return undefined;
	const words = plainText(said.slice(0, 1_000).replace(OPAQUE, '…'));
	return ABOUT_TOKEN.test(said) ? { words, isAboutToken: true } : { words };
}

/** Whether words tell that all is well. */
export function speaksOfSuccess({ words = '' }: Words): boolean {
	return ABOUT_SUCCESS.test(words);
}
