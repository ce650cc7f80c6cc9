import { textOf } from '../json/jsonValues';

// No documentation lists the names of actions: words within them say what happened, in any letter case.

/** Matches at the end of other words, too, as in "accessdenied"; not "unblocked", nor "deny failed". */
const REFUSAL =
	/(?<!un|not|non)(?<!\b(?:un|not|non) )(?:den(?:y|ies|ied|ial)|refus(?:e|es|ed|al)|reject(?:s|ed|ion)?|block(?:s|ed)?|forbid(?:s|den)?|(?:un|not|non) ?(?:authori[sz]|allow|permitt|grant)ed)\b(?! fail)/;

/** Does not match "unregister", "deregistered", "not registered". */
const REGISTRATION = /(?<!un|de|not|non)(?<!\b(?:un|de|not|non) )regist/;

/** Does not match "not allowed", "cannot authorize", "never granted". */
const PERMISSION =
	/\b(?<!\b(?:not|non|cannot|never|no) )(?:grant(?:s|ed)?|authori[sz]ed?|allow(?:s|ed)?|permit(?:s|ted)?|accept(?:s|ed)?)\b(?! fail)/;

export const saysRefusal = (action: unknown) => saysWords(action, REFUSAL);
export const saysRegistration = (action: unknown) => saysWords(action, REGISTRATION);
export const saysPermission = (action: unknown) => saysWords(action, PERMISSION);
export const saysFailure = (action: unknown) => /fail|error/i.test(textOf(action) ?? '');

/** Reads names word by word: parted by their separators, or by the capitals in them as well. */
function saysWords(name: unknown, words: RegExp): boolean {
	const text = textOf(name) ?? '';
	const parted = text.replace(/[a-z](?=[A-Z])|[A-Z](?=[A-Z][a-z])/g, '$& ');
	return [text, parted].some((said) => words.test(said.toLowerCase().replace(/[^a-z]+/g, ' ')));
}
