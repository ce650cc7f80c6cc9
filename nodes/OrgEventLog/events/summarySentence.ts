import { toPlainText } from '../text/sentences';
import { saysFailure, saysPermission, saysRefusal, saysRegistration } from '../lexicon/actionWords';
import { type EventFields, messageOf, toColumnValue } from './event';
import { deviceFieldOf, isCompromised, isNotCompliant } from './device';
import { parseMessage, type ParsedMessage } from '../lexicon/messageText';
import { isKnownSeverityAtLeast } from '../lexicon/severities';
import { ipAddressOf, accessedServiceNameOf, userEmailOf } from './subjects';

/** Chats and tickets have little room: a longer sentence is cut off, and ends with an ellipsis. */
export const MAX_SUMMARY_LENGTH = 299;

/** All parts are plain text, and a missing one is an empty text. */
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

interface EventKind {
	readonly matches: (parts: SentenceParts) => boolean;
	/** Gives the sentence from the verb on, such as "was refused access". */
	readonly toVerbPhrase: (parts: SentenceParts) => string;
	readonly isDeviceNamed?: true;
}

const UNREGISTRATION = /(?:un|de)[-_ ]?regist/i;
const IDENTITY_TYPE = /identity|log-?_?[io]n|sign-?_?[io]n|auth/i;

/** Matches reasons that only repeat the rest of the sentence. */
const REDUNDANT_REASON =
	/^(?:signed in|authori[sz]ed|trust ?score calculated|\S+ (?:un)?registered)$/i;

/** These actions are steps of a sign-in, and sentences name them like this. */
const SIGN_IN_STEPS: ReadonlyMap<string, string> = new Map([
	['OCSP', 'the certificate check'],
	['MDM', 'the device management check'],
	['IDP', "the identity provider's check"],
]);

/** The first kind that matches counts. Services name actions as they like, so an event may be of no kind. */
const EVENT_KINDS: readonly EventKind[] = [
	{
		matches: ({ action }) => saysRefusal(action),
		toVerbPhrase: (parts) => `was refused ${parts.service || describeRefusedThing(parts)}`,
	},
	{
		matches: ({ type, action }) =>
			/regist/i.test(type) && (saysRegistration(action) || UNREGISTRATION.test(action)),
		toVerbPhrase: ({ action, user, device, hasFailed }) => {
			const verb = saysRegistration(action) ? 'register' : 'unregister';
			if (user === '' && device !== '') return `${hasFailed ? 'could not be' : 'was'} ${verb}ed`;
			const object = device === '' ? 'a device' : `the device ${device}`;
			return hasFailed ? `could not ${verb} ${object}` : `${verb}ed ${object}`;
		},
		isDeviceNamed: true,
	},
	{
		matches: ({ type, action, hasFailed }) =>
			IDENTITY_TYPE.test(type) && saysPermission(action) && !hasFailed,
		toVerbPhrase: ({ service }) => `signed in${service && ` to ${service}`}`,
	},
	{
		matches: ({ type, action, hasFailed }) =>
			/access/i.test(type) && saysPermission(action) && !hasFailed,
		toVerbPhrase: ({ service }) => (service === '' ? 'was granted access' : `accessed ${service}`),
	},
	{
		matches: ({ action }) => SIGN_IN_STEPS.has(action.toUpperCase()),
		toVerbPhrase: ({ action, outcome, hasFailed }) =>
			`${hasFailed ? 'failed' : outcome || 'went through'} ${SIGN_IN_STEPS.get(action.toUpperCase()) ?? action}`,
	},
	{
		matches: ({ action, hasFailed }) => /trust_?score/i.test(action) && !hasFailed,
		toVerbPhrase: ({ user, device }) =>
			`got a new trust score${user !== '' && device !== '' ? ` for the device ${device}` : ''}`,
		isDeviceNamed: true,
	},
];

function describeRefusedThing({ type }: SentenceParts): string {
	if (IDENTITY_TYPE.test(type)) return 'sign-in';
	if (/regist/i.test(type)) return 'registration';
	return /access/i.test(type) || type === '' ? 'access' : `access (${type})`;
}

/** Says in a sentence who did or was refused what, where, from where and why, so that people can act on it. */
export function toSummarySentence(fields: EventFields): string {
	const parts = toSentenceParts(fields);
	const kind = EVENT_KINDS.find(({ matches }) => matches(parts));
	const subject = describeSubject(parts);
	const predicate = kind === undefined ? describeAction(parts) : kind.toVerbPhrase(parts);
	const head = [subject, predicate].filter(Boolean).join(kind === undefined ? ': ' : ' ');
	const outcome = kind === undefined && parts.outcome === 'failed' ? 'failed' : '';
	const reason = [outcome, parts.reason].filter(Boolean).join(', ');
	const end = reason || (predicate === '' ? 'an event without details' : '');
	const place = describePlace(parts, subject, kind);
	const sentence = `${head}${place}${describeDeviceState(fields)}${end && `: ${end}`}`;
	return toPlainText(sentence, MAX_SUMMARY_LENGTH);
}

function describeSubject({ user, device, deviceName, address }: SentenceParts): string {
	const deviceText = deviceName === '' && device !== '' ? `Device ${device}` : device;
	return user || deviceText || address || 'Somebody';
}

function describePlace(
	{ user, device, address }: SentenceParts,
	subject: string,
	kind?: EventKind,
): string {
	const isDeviceNamed = user === '' || kind?.isDeviceNamed === true;
	const place = address || (isDeviceNamed ? '' : device);
	return place === '' || place === subject ? '' : ` from ${place}`;
}

function describeDeviceState(fields: EventFields): string {
	if (isCompromised(fields)) return ' (device compromised)';
	return isNotCompliant(fields) ? ' (device not compliant)' : '';
}

/** Gives "Policy Changed at Payroll (Audit)". */
function describeAction({ action, type, service }: SentenceParts): string {
	const phrases = [action || type, service && `at ${service}`, action && type && `(${type})`];
	return phrases.filter(Boolean).join(' ');
}

function toSentenceParts(fields: EventFields): SentenceParts {
	const action = toText(fields.action);
	const message = parseMessage(String(messageOf(fields) ?? ''));
	const reason = toPlainText(message.reason, MAX_SUMMARY_LENGTH).trim();
	const isRedundant =
		REDUNDANT_REASON.test(reason) || reason.toLowerCase() === action.toLowerCase();
	const deviceName = toText(deviceFieldOf(fields, 'friendly_name'));
	return {
		action,
		type: toText(fields.type),
		service: toText(accessedServiceNameOf(fields)),
		user: toText(userEmailOf(fields)),
		deviceName,
		device: deviceName || toText(deviceFieldOf(fields, 'serial_number')),
		address: toText(ipAddressOf(fields)),
		outcome: message.outcome,
		hasFailed:
			saysFailure(action) ||
			message.outcome === 'failed' ||
			isKnownSeverityAtLeast(fields.result, 'ERROR'),
		reason: isRedundant ? '' : reason,
	};
}

function toText(value: unknown): string {
	return toPlainText(String(toColumnValue(value) ?? '')).trim();
}
