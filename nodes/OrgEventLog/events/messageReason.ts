import { withoutTimesAndPorts } from './messageText';

/** So much of a message is looked at. */
const MAX_LENGTH = 2_000;

/** A message is told up to the end of the sentence in which it has this many letters. */
const ENOUGH_LETTERS = 20;

const OUTCOME = /^\s*(?:(SUCCESS)|FAILED|FAILURE|ERROR)\b[\s:–-]*/;
const END_OF_SENTENCE = /(?<=[.!?])\s+(?=\p{Lu})|[\r\n]+/u;
const ADVICE = /^\s*please\b/i;

/** Who talked to whom, at the end. */
const CONNECTION = /[\s:]*\S{1,60}->\S{1,60}$/;
const SUCCESSFULLY = / successfully[.!]?$/i;

/** Words that have a capital letter only because they are the first. */
const FIRST_WORD =
	/^(?:Your|The|This|A|An|No|Not|Client|Device|User|Certificate|Unknown|Invalid|Too)(?= )/;

export interface MessageReason {
	/** How it ended, where the message begins with that. */
	readonly outcome: '' | 'passed' | 'failed';
	/** Why, or what happened: not what is told beside that to find it in other logs, nor what to do. */
	readonly reason: string;
}

/** What a message adds to an event's other fields. */
export function readMessage(message: string): MessageReason {
	const text = withoutTimesAndPorts(message.slice(0, MAX_LENGTH));
	const [prefix = '', success] = OUTCOME.exec(text) ?? [];
	let reason = '';
	for (const sentence of text.slice(prefix.length).split(END_OF_SENTENCE)) {
		if (reason.length >= ENOUGH_LETTERS) break;
		if (!ADVICE.test(sentence)) reason = `${reason} ${sentence}`.trim();
	}
	return {
		outcome: prefix === '' ? '' : success === undefined ? 'failed' : 'passed',
		reason: reason
			.replace(CONNECTION, '')
			.replace(SUCCESSFULLY, '')
			.replace(/[\s.:;,]+$/, '')
			.replace(FIRST_WORD, (word) => word.toLowerCase()),
	};
}
