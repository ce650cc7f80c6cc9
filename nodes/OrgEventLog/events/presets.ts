import { saysFailure, saysRefusal, saysRegistration } from './actionWords';
import { deviceField, textOf, type EventFields } from './event';
import type { EventCheck } from './filterMatcher';
import type { EventFilters, ExcludedValues } from './filters';
import { SEVERITIES, isWarningOrAbove, type Severity } from './severities';

/** Ready-made choices of events. */
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
	/** It is in the words of a user: "events …". */
	readonly meaning: string;
	/** Names one of the events, if it has a name of its own. */
	readonly noun?: string;
	/** The service can filter by it. */
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
			(says(type, /access/i) && (isWarningOrAbove(result) || isWarningOrAbove(severity))),
	},
	deviceRegistered: {
		label: 'Device Registered',
		noun: 'registration',
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

/** It matches "FALSE", "NonCompliant", "not_compliant", "Out of compliance"; not "Compliant", nor what is unknown. */
const DENIES_COMPLIANCE =
	/^\s*(?:false|(?:non|not|un)[\s_-]*complian(?:t|ce)|incompliant|out[\s_-]*of[\s_-]*compliance)\s*$/i;

export interface Selection {
	/** Its minimum severity is among the filters already. */
	readonly preset: PresetName;
	readonly filters: EventFilters;
	/** It checks what the service can't filter by. */
	readonly passes?: EventCheck;
	/** `passes` applies it already; it is kept so that reports and notes can name it. */
	readonly exclude: ExcludedValues;
}

/** An event has to pass both. */
export function applyPreset(
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

/** Gives undefined if there is neither. */
export function joinChecks(one?: EventCheck, other?: EventCheck): EventCheck | undefined {
	if (one === undefined || other === undefined) return one ?? other;
	return (event) => one(event) && other(event);
}

function higherOf(one?: Severity, other?: Severity): Severity | undefined {
	return [...SEVERITIES].reverse().find((severity) => severity === one || severity === other);
}

export function isCompromised(fields: EventFields): boolean {
	return says(deviceField(fields, 'compromised_status'), /^\s*true\s*$/i);
}

export function isNotCompliant(fields: EventFields): boolean {
	return says(deviceField(fields, 'compliance_status'), DENIES_COMPLIANCE);
}

function says(value: unknown, words: RegExp): boolean {
	return words.test(textOf(value) ?? '');
}
