import { saysFailure, saysRefusal, saysRegistration } from './actionWords';
import { deviceField, textOf, type EventFields } from './event';
import type { EventCheck } from './filterMatcher';
import type { EventFilters, ExcludedValues } from './filters';
import { SEVERITIES, isGrave, type Severity } from './severities';

/** Ready-made choices of events. */
export const PRESET_NAMES = [
	'none',
	'refusedAccess',
	'deviceRegistered',
	'deviceOutOfCompliance',
	'warningsAndErrors',
] as const;
export type PresetName = (typeof PRESET_NAMES)[number];

/** What a preset takes, in documented fields; names in them are never taken to be known. */
interface Preset {
	readonly label: string;
	/** In the words of a user: "events …". */
	readonly meaning: string;
	/** What one of them is, where it has a name of its own. */
	readonly noun?: string;
	/** Whether it looks at type, subtype and action. */
	readonly goesByNames?: true;
	/** What the service can filter by. */
	readonly minimumSeverity?: Severity;
	readonly passes?: (fields: EventFields) => boolean;
}

export const PRESETS: Readonly<Record<PresetName, Preset>> = {
	none: { label: 'None', meaning: 'All events that match the filters' },
	refusedAccess: {
		label: 'Refused Access',
		noun: 'refusal',
		goesByNames: true,
		meaning:
			'Events whose action contains a form of deny, refuse, reject, block, forbid or unauthorized, and access events with a severity or result of WARN, ERROR or above',
		passes: ({ type, action, result, severity }) =>
			saysRefusal(action) || (says(type, /access/i) && (isGrave(result) || isGrave(severity))),
	},
	deviceRegistered: {
		label: 'Device Registered',
		noun: 'registration',
		goesByNames: true,
		meaning:
			'Events whose type and action contain a form of register and whose subtype contains device, except failed registrations',
		passes: ({ type, sub_type: subType, action }) =>
			says(type, /regist/i) &&
			says(subType, /device/i) &&
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

/** "FALSE", "NonCompliant", "not_compliant", "Out of compliance"; not "Compliant", nor what is unknown. */
const DENIES_COMPLIANCE =
	/^\s*(?:false|(?:non|not|un)[\s_-]*complian(?:t|ce)|incompliant|out[\s_-]*of[\s_-]*compliance)\s*$/i;

/** Which events are wanted. */
export interface Selection {
	/** Whose minimum severity is among the filters already. */
	readonly preset: PresetName;
	readonly filters: EventFilters;
	/** For what the service can't filter by. */
	readonly passes?: EventCheck;
	/** `passes` leaves it out already. */
	readonly exclude: ExcludedValues;
}

/** The filters together with a preset: what passes both. */
export function withPreset(
	preset: PresetName,
	filters: EventFilters,
): Pick<Selection, 'filters' | 'passes'> {
	const { minimumSeverity, passes } = PRESETS[preset];
	const severity = higherOf(filters.severity, minimumSeverity);
	return {
		filters: severity === undefined ? filters : { ...filters, severity },
		...(passes !== undefined && { passes: ({ fields }) => passes(fields) }),
	};
}

/** What passes both; undefined where there is neither. */
export function bothChecks(one?: EventCheck, other?: EventCheck): EventCheck | undefined {
	if (one === undefined || other === undefined) return one ?? other;
	return (event) => one(event) && other(event);
}

function higherOf(one?: Severity, other?: Severity): Severity | undefined {
	return [...SEVERITIES].reverse().find((severity) => severity === one || severity === other);
}

/** Whether the event's device is compromised. */
export function isCompromised(fields: EventFields): boolean {
	return says(deviceField(fields, 'compromised_status'), /^\s*true\s*$/i);
}

/** Whether the event's device is said not to be compliant. */
export function isNotCompliant(fields: EventFields): boolean {
	return says(deviceField(fields, 'compliance_status'), DENIES_COMPLIANCE);
}

function says(value: unknown, words: RegExp): boolean {
	return words.test(textOf(value) ?? '');
}
