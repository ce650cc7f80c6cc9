import { hash } from 'node:crypto';
import type { EventFields } from './event';
import {
	deviceOf,
	foldedEmailOf,
	messageOf,
	serviceAccountOf,
	serviceOf,
	toColumnValue,
} from './subjects';

/** 80 bits: among a million different happenings the odds of one collision are 1 to 10^12. */
const DEDUPE_KEY_LENGTH = 20;

/**
 * A stable hash of what happened to whom: type, subtype, action, user, device and service. Where
 * neither a user nor a device is named, what the event says stands in, without what changes from one
 * time to the next, with the service account if there is one. Not of time or id, so that the same happening has the same key each time.
 */
export function dedupeKeyOf(fields: EventFields): string {
	const user = foldedEmailOf(fields);
	const device = deviceOf(fields);
	const what = [
		toColumnValue(fields.type),
		toColumnValue(fields.sub_type),
		toColumnValue(fields.action),
		user,
		device,
		serviceOf(fields),
		...(user === null && device === null ? [saidIn(fields), serviceAccountOf(fields)] : []),
	];
	// As JSON, so that no two different lists of values read the same.
	return hash('sha256', JSON.stringify(what), 'hex').slice(0, DEDUPE_KEY_LENGTH);
}

function saidIn(fields: EventFields): string | null {
	const message = messageOf(fields);
	return message === null ? null : toRecurringText(String(message));
}

/** Stands in for what was taken out. */
const VARYING = '#';

/** Before what some services tell anew every hour: "Since 2021-01-27 06:24:35.36 +0000 UTC m=+529733.68: PERIODIC …". */
const TOLD_AGAIN = /^\s*Since [^\n]{1,100}?: PERIODIC\s+/;

const IPV4_AND_PORT = /(?<![\d.])(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}(?!\d)/g;
const URL_AND_PORT = /(\/\/[^\s/:]+):\d{1,5}(?!\d)/g;
const THOUSANDS = /(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])/g;

const WEEKDAY = '(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? )?';
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}';
const DAY = String.raw`\d\d?(?:st|nd|rd|th)?`;
const WRITTEN_DATE = new RegExp(
	String.raw`\b${WEEKDAY}(?:${DAY}[ -]${MONTH}[ -]\d{4}|${MONTH} ${DAY}(?:,? \d{4})?)\b`,
	'g',
);

/** Letters of any script, digits, and what addresses, times and names are written with. */
const WORD = /[\w.:@/\\%+\-\u00b5-\u1fff\u2c00-\uffff]+/g;
const PUNCTUATION = '.:/-';

const VARYING_WORDS: readonly RegExp[] = [
	// Numbers, shares and ratios: 17, -0.5, 99.5%, 3/5.
	/^[+-]?\d+(?:\.\d+)?%?(?:\/\d+)?$/,
	// Amounts: 300ms, 1h2m3.5s, 12KB; both characters that stand for micro, by their numbers: n8n's
	// scanner takes a Greek letter beside a Latin one for a disguise.
	/^(?:\d+(?:\.\d+)?(?:[nu\u00b5\u03bcm]?s|secs?|mins?|[mhdx]|[KMGT]?i?B))+$/,
	// Dates and times: 2024-05-01, 01/05/2024, 1.5.2024, 12:00, 2024-05-01T12:00:00.007+02:00.
	/^(?:\d{4}[-/]\d\d[-/]\d\d|\d\d?\/\d\d?\/\d{4}|\d\d?\.\d\d?\.\d{4})$/,
	/^(?:\d{4}-\d\d-\d\d[T_])?\d\d?:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/,
	// The port behind an address in brackets.
	/^:\d+$/,
];

const DIGIT = /\d/;
const WHOLE_NUMBER = /^:?\d+$/;
const NAME_AND_NUMBER = /^([^:]+):\d+$/;
const LETTER = /[^\d._@/\\%+-]/;

/** Words whose number names somebody or says what happened, instead of being counted or measured. */
const NAMING_WORDS: readonly RegExp[] = [
	/^(?:.*[-_.])?(?:client|user|device|serial|account|host|group|role|error|code|status|http):?$/i,
	/^(?:.*[-_.])?(?:id|[gpu]?uid):?$/i,
	/[a-z]I[dD]:?$/,
];

/**
 * A message without the parts that change when the same thing is said again: notes that it is a repeat,
 * ports, times, and numbers that stand alone. Addresses and names stay, with the digits in them. So do
 * numbers that the word before them makes a name or a code.
 */
export function toRecurringText(told: string): string {
	const message = told.replace(TOLD_AGAIN, '');
	if (!DIGIT.test(message)) return message.replace(/\s+/g, ' ');
	let wordBefore = '';
	return message
		.replace(IPV4_AND_PORT, '$1')
		.replace(URL_AND_PORT, '$1')
		.replace(THOUSANDS, (number) => number.replaceAll(',', ''))
		.replace(/\s+/g, ' ')
		.replace(WRITTEN_DATE, VARYING)
		.replace(WORD, (text) => {
			if (!DIGIT.test(text)) {
				wordBefore = text;
				return text;
			}
			const word = withoutPunctuation(text);
			const isName = WHOLE_NUMBER.test(word) && isNamingWord(wordBefore);
			wordBefore = text;
			return (isName ? word : withoutNumber(word)) + text.slice(word.length);
		});
}

function withoutPunctuation(word: string): string {
	let end = word.length;
	while (end > 0 && PUNCTUATION.includes(word.charAt(end - 1))) end--;
	return word.slice(0, end);
}

function withoutNumber(word: string): string {
	if (VARYING_WORDS.some((varying) => varying.test(word))) return VARYING;
	const [, name = ''] = NAME_AND_NUMBER.exec(word) ?? [];
	return LETTER.test(name) && !isNamingWord(name) ? name : word;
}

function isNamingWord(word: string): boolean {
	return NAMING_WORDS.some((naming) => naming.test(word));
}
