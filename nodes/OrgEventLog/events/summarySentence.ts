import { toPlainText } from '../text/sentences';
import { saysFailure, saysPermission, saysRefusal, saysRegistration } from '../words/actionWords';
import { type EventFields, messageOf, toColumnValue } from './event';
import { deviceField, isCompromised, isNotCompliant } from './device';
import { parseMessage, type ParsedMessage } from '../words/messageText';
import { isSeverityAtLeast } from '../words/severities';
import { ipAddressOf, serviceNameOf, userEmailOf } from './subjects';

/** Chats and tickets have little room: a longer sentence is cut off, and ends with an ellipsis. */
export const MAX_SUMMARY_LETTERS = 299;

/** The parts are in plain text, and a missing one is an empty text. */
interface SentenceParts extends ParsedMessage {
	readonly action: string;
	readonly type: string;
	readonly service: string;
	readonly user: string;
	readonly deviceName: string;
	/** A device is known by its name, else by its serial number. */
	readonly device: string;
	readonly address: string;
	readonly hasFailed: boolean;
}

/** Events of one kind have a predicate in common. */
interface EventKind {
	readonly matches: (words: SentenceParts) => boolean;
	/** Says from the verb on what somebody did or was refused. */
	readonly predicate: (words: SentenceParts) => string;
	readonly namesDevice?: true;
}

const UNREGISTRATION = /(?:un|de)[-_ ]?regist/i;
const IDENTITY = /identity|log-?_?[io]n|sign-?_?[io]n|auth/i;

/** Matches messages that say what the rest of the sentence says already. */
const REDUNDANT_REASON =
	/^(?:signed in|authori[sz]ed|trust ?score calculated|\S+ (?:un)?registered)$/i;

/** Each of these actions is a step of signing in, which sentences call so. */
const CHECKS: ReadonlyMap<string, string> = new Map([
	['OCSP', 'the certificate check'],
	['MDM', 'the device management check'],
	['IDP', "the identity provider's check"],
]);

/** The first kind that matches makes the sentence. Services name actions as they like, so an event may be of none. */
const KINDS: readonly EventKind[] = [
	{
		matches: ({ action }) => saysRefusal(action),
		predicate: (words) => `was refused ${words.service || nameRefusedThing(words)}`,
	},
	{
		matches: ({ type, action }) =>
			/regist/i.test(type) && (saysRegistration(action) || UNREGISTRATION.test(action)),
		predicate: ({ action, user, device, hasFailed }) => {
			const verb = saysRegistration(action) ? 'register' : 'unregister';
			if (user === '' && device !== '') return `${hasFailed ? 'could not be' : 'was'} ${verb}ed`;
			const what = device === '' ? 'a device' : `the device ${device}`;
			return hasFailed ? `could not ${verb} ${what}` : `${verb}ed ${what}`;
		},
		namesDevice: true,
	},
	{
		matches: ({ type, action, hasFailed }) =>
			IDENTITY.test(type) && saysPermission(action) && !hasFailed,
		predicate: ({ service }) => `signed in${service && ` to ${service}`}`,
	},
	{
		matches: ({ type, action, hasFailed }) =>
			/access/i.test(type) && saysPermission(action) && !hasFailed,
		predicate: ({ service }) => (service === '' ? 'was granted access' : `accessed ${service}`),
	},
	{
		matches: ({ action }) => CHECKS.has(action.toUpperCase()),
		predicate: ({ action, outcome, hasFailed }) =>
			`${hasFailed ? 'failed' : outcome || 'went through'} ${CHECKS.get(action.toUpperCase()) ?? action}`,
	},
	{
		matches: ({ action, hasFailed }) => /trust_?score/i.test(action) && !hasFailed,
		predicate: ({ user, device }) =>
			`got a new trust score${user !== '' && device !== '' ? ` for the device ${device}` : ''}`,
		namesDevice: true,
	},
];

function nameRefusedThing({ type }: SentenceParts): string {
	if (IDENTITY.test(type)) return 'sign-in';
	if (/regist/i.test(type)) return 'registration';
	return /access/i.test(type) || type === '' ? 'access' : `access (${type})`;
}

/** Says in a sentence who did or was refused what, where, from where and why, so that people can act on it. */
export function toSummarySentence(fields: EventFields): string {
	const words = toSentenceParts(fields);
	const kind = KINDS.find(({ matches }) => matches(words));
	const who = describeSubject(words);
	const what = kind === undefined ? describeAction(words) : kind.predicate(words);
	const head = [who, what].filter(Boolean).join(kind === undefined ? ': ' : ' ');
	const failed = kind === undefined && words.outcome === 'failed' ? 'failed' : '';
	const why = [failed, words.reason].filter(Boolean).join(', ');
	const tail = why || (what === '' ? 'an event without details' : '');
	const from = describePlace(words, who, kind);
	const sentence = `${head}${from && ` from ${from}`}${describeState(fields)}${tail && `: ${tail}`}`;
	return toPlainText(sentence, MAX_SUMMARY_LETTERS);
}

function describeSubject({ user, device, deviceName, address }: SentenceParts): string {
	const named = deviceName === '' && device !== '' ? `Device ${device}` : device;
	return user || named || address || 'Somebody';
}

function describePlace(
	{ user, device, address }: SentenceParts,
	who: string,
	kind?: EventKind,
): string {
	const isDeviceTold = user === '' || kind?.namesDevice === true;
	const place = address || (isDeviceTold ? '' : device);
	return place === who ? '' : place;
}

function describeState(fields: EventFields): string {
	if (isCompromised(fields)) return ' (device compromised)';
	return isNotCompliant(fields) ? ' (device not compliant)' : '';
}

/** Gives "Policy Changed at Payroll (Audit)". */
function describeAction({ action, type, service }: SentenceParts): string {
	const what = [action || type, service && `at ${service}`, action && type && `(${type})`];
	return what.filter(Boolean).join(' ');
}

function toSentenceParts(fields: EventFields): SentenceParts {
	const action = toText(fields.action);
	const message = parseMessage(String(messageOf(fields) ?? ''));
	const reason = toPlainText(message.reason, MAX_SUMMARY_LETTERS).trim();
	const saysNothingNew =
		REDUNDANT_REASON.test(reason) || reason.toLowerCase() === action.toLowerCase();
	const deviceName = toText(deviceField(fields, 'friendly_name'));
	return {
		action,
		type: toText(fields.type),
		service: toText(serviceNameOf(fields)),
		user: toText(userEmailOf(fields)),
		deviceName,
		device: deviceName || toText(deviceField(fields, 'serial_number')),
		address: toText(ipAddressOf(fields)),
		outcome: message.outcome,
		hasFailed:
			saysFailure(action) ||
			message.outcome === 'failed' ||
			isSeverityAtLeast(fields.result, 'ERROR'),
		reason: saysNothingNew ? '' : reason,
	};
}

function toText(value: unknown): string {
	return toPlainText(String(toColumnValue(value) ?? '')).trim();
}
