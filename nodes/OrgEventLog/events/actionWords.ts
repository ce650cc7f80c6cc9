import { textOf } from './event';

// No documentation lists the names of actions: words within them say what happened, in any letter case.

/** Also at the end of other words, as in "accessdenied"; not "unblocked", nor "deny failed". */
const REFUSAL =
	/(?<!un|not|non)(?<!\b(?:un|not|non) )(?:den(?:y|ies|ied|ial)|refus(?:e|es|ed|al)|reject(?:s|ed|ion)?|block(?:s|ed)?|forbid(?:s|den)?|(?:un|not|non) ?authori[sz]ed)\b(?! fail)/;

/** Not "unregister", "deregistered", "not registered". */
const REGISTRATION = /(?<!un|de|not|non)(?<!\b(?:un|de|not|non) )regist/;

const PERMISSION =
	/\b(?:grant(?:s|ed)?|authori[sz]ed?|allow(?:s|ed)?|permit(?:s|ted)?|accept(?:s|ed)?)\b(?! fail)/;

/** Whether an action says that something was refused. */
export function saysRefusal(action: unknown): boolean {
	return saysWords(action, REFUSAL);
}

/** Whether an action says that something was registered, not the opposite of it. */
export function saysRegistration(action: unknown): boolean {
	return saysWords(action, REGISTRATION);
}

/** Whether an action says that something was permitted; also where it was not, which is a refusal. */
export function saysPermission(action: unknown): boolean {
	return saysWords(action, PERMISSION);
}

/** Whether an action says that what it names did not happen. */
export function saysFailure(action: unknown): boolean {
	return /fail|error/i.test(textOf(action) ?? '');
}

/** Whether a name says so, word by word: as its separators part it, or the capitals in it besides. */
function saysWords(name: unknown, words: RegExp): boolean {
	const text = textOf(name) ?? '';
	const parted = text.replace(/[a-z](?=[A-Z])|[A-Z](?=[A-Z][a-z])/g, '$& ');
	return [text, parted].some((said) => words.test(said.toLowerCase().replace(/[^a-z]+/g, ' ')));
}
