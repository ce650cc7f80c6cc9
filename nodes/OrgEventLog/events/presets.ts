import { saysFailure, saysRefusal, saysRegistration } from './actionWords';
import { deviceField, type EventFields } from './event';
import { textOf } from '../json/jsonValues';
import { isWarningOrAbove, type Severity } from './severities';

export const PRESET_NAMES = [
	'none',
	'refusedAccess',
	'deviceRegistered',
	'deviceOutOfCompliance',
	'warningsAndErrors',
] as const;
export type PresetName = (typeof PRESET_NAMES)[number];

/** A preset goes by documented fields, and by words within their values: no documentation lists the values. */
interface Preset {
	readonly label: string;
	/** A user reads this sentence; it begins with "Events". */
	readonly meaning: string;
	/** Names one of the events, if it has a name of its own. */
	readonly noun?: string;
	readonly minimumSeverity?: Severity;
	readonly passes?: (fields: EventFields) => boolean;
}

export const PRESETS: Readonly<Record<PresetName, Preset>> = {
	none: { label: 'None', meaning: 'All events that match the filters' },
	refusedAccess: {
		label: 'Refused Access',
		noun: 'refusal',
		meaning:
			'Events whose action contains a form of deny, refuse, reject, block, forbid or unauthorized, and access events with a severity or result of WARN, ERROR or above',
		passes: ({ type, action, result, severity }) =>
			saysRefusal(action) ||
			(matches(type, /access/i) && (isWarningOrAbove(result) || isWarningOrAbove(severity))),
	},
	deviceRegistered: {
		label: 'Device Registered',
		noun: 'registration',
		meaning:
			'Events whose type and action contain a form of register and whose subtype contains device, except failed registrations',
		passes: ({ type, sub_type: subType, action }) =>
			matches(type, /regist/i) &&
			matches(subType, /device/i) &&
			saysRegistration(action) &&
			!saysFailure(action) &&
			!saysRefusal(action),
	},
	deviceOutOfCompliance: {
		label: 'Device Out of Compliance',
		meaning:
			'Events of a device that is compromised, or whose compliance status says that it is not compliant',
		passes: (fields) => isCompromised(fields) || isNotCompliant(fields),
	},
	warningsAndErrors: {
		label: 'Warnings and Errors',
		meaning: 'Events of every severity except DEBUG and INFO',
		minimumSeverity: 'WARN',
	},
};

function matches(value: unknown, words: RegExp): boolean {
	return words.test(textOf(value) ?? '');
}

/** Matches "FALSE", "NonCompliant", "not_compliant", "Out of compliance"; not "Compliant", nor what is unknown. */
const DENIES_COMPLIANCE =
	/^\s*(?:false|(?:non|not|un)[\s_-]*complian(?:t|ce)|incompliant|out[\s_-]*of[\s_-]*compliance)\s*$/i;

export function isCompromised(fields: EventFields): boolean {
	return /^\s*true\s*$/i.test(textOf(deviceField(fields, 'compromised_status')) ?? '');
}

export function isNotCompliant(fields: EventFields): boolean {
	return DENIES_COMPLIANCE.test(textOf(deviceField(fields, 'compliance_status')) ?? '');
}
