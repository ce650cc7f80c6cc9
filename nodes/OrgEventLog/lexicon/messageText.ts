// Services put into a message things that differ from one time to the next.

/** Some services repeat every hour what follows "Since 2021-01-27 06:24:35.36 +0000 UTC m=+529733.68: PERIODIC". */
const PERIODIC_PREFIX = /^\s*Since [^\n]{1,100}?: PERIODIC\s+/;

/** A port stands behind an address or the name of a host. Its colon is looked for first, because it is rare. */
const PORT = /:(?<=(?:\.\d{1,3}|\]|\.[a-z]{2,10}):)\d{1,5}(?![\d.:])/gi;

const ZONE = String.raw`(?: ?(?:Z|UTC|GMT|[+-]\d\d:?\d\d)){0,2}`;
const CLOCK_TIME = String.raw`\d\d?:\d\d:\d\d(?:[.,]\d{1,9})?${ZONE}`;
const TIME = new RegExp(
	String.raw`(?:\b(?:at|on|since|until) )?(?<![\w:.])(?:\d{4}-\d\d-\d\d(?:[T ]${CLOCK_TIME})?|${CLOCK_TIME})(?: m=[+-][\d.]{1,30})?(?![\w:])`,
	'g',
);

/** Matches counts, amounts, shares and ratios, but not where the word before makes a name or a code of them. */
const COUNTER =
	/(?<!(?:user|client|device|serial|account|host|group|role|error|code|status|id)["':=# ]{1,3})(?<![\w.:/@+-])[+-]?\d+(?:[.,/]\d+)?(?:%|[mun]?s|[KMG]i?B)?(?![\w@-]|[.:/,]\w)/gi;

function removeTimesAndPorts(message: string): string {
	return message.replace(PERIODIC_PREFIX, '').replace(TIME, '').replace(PORT, '');
}

/** Leaves counters out, too: what is left stays the same when the same thing is said again. */
export function toRecurringText(message: string): string {
	return removeTimesAndPorts(message).replace(COUNTER, '#').replace(/\s+/g, ' ');
}

/** The rest of a longer message is ignored: a summary has no room for it. */
const MAX_LENGTH = 2_000;

/** A reason ends with the sentence in which it reaches this many letters. */
const MIN_REASON_LENGTH = 20;

const OUTCOME = /^\s*(?:(SUCCESS)|FAILED|FAILURE|ERROR)\b[\s:–-]*/;
const END_OF_SENTENCE = /(?<=[.!?])\s+(?=\p{Lu})|[\r\n]+/u;
const ADVICE = /^\s*please\b/i;

/** Matches a connection at the end of a message, such as "10.0.0.1:49152->10.0.0.2:443". */
const CONNECTION_SUFFIX = /[\s:]*\S{1,60}->\S{1,60}$/;
const SUCCESSFULLY = / successfully[.!]?$/i;

/** Matches a word that has a capital letter only because it is the first. */
const FIRST_WORD =
	/^(?:Your|The|This|A|An|No|Not|Client|Device|User|Certificate|Unknown|Invalid|Too)(?= )/;

export interface ParsedMessage {
	/** Some messages begin with the outcome. */
	readonly outcome: '' | 'passed' | 'failed';
	/** The reason says why, or what happened, without times, ports, an outcome and advice. */
	readonly reason: string;
}

export function parseMessage(message: string): ParsedMessage {
	const text = removeTimesAndPorts(message.slice(0, MAX_LENGTH));
	const [prefix = '', success] = OUTCOME.exec(text) ?? [];
	let reason = '';
	for (const sentence of text.slice(prefix.length).split(END_OF_SENTENCE)) {
		if (reason.length >= MIN_REASON_LENGTH) break;
		if (!ADVICE.test(sentence)) reason = `${reason} ${sentence}`.trim();
	}
	return {
		outcome: prefix === '' ? '' : success === undefined ? 'failed' : 'passed',
		reason: reason
			.replace(CONNECTION_SUFFIX, '')
			.replace(SUCCESSFULLY, '')
			.replace(/[\s.:;,]+$/, '')
			.replace(FIRST_WORD, (word) => word.toLowerCase()),
	};
}
