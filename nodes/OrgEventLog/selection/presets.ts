import { textOf, keysOf } from '../json/jsonValues';
import { saysFailure, saysRefusal, saysRegistration } from '../lexicon/actionWords';
import { isCompromised, isNotCompliant } from '../events/device';
import type { EventFields } from '../events/event';
import type { EventCheck } from './filterChecks';
import type { EventFilters, FilterValue } from './filters';
import { SEVERITIES, isKnownSeverityAtLeast, type Severity } from '../lexicon/severities';

/** A preset looks for words within documented fields, because no documentation lists their values. */
interface Preset {
	readonly label: string;
	/** The editor shows this line below the preset's name. */
	readonly hint: string;
	/** Reports quote this, so it says exactly which events the preset takes. */
	readonly meaning: string;
	/** One of the events is called this; without a noun, it is an "event". */
	readonly noun?: string;
	readonly minimumSeverity?: Severity;
	readonly passes?: (fields: EventFields) => boolean;
}

const PRESET_DEFINITIONS = {
	none: {
		label: 'None',
		hint: 'Every event that matches the filters',
		meaning: 'All events that match the filters',
	},
	refusedAccess: {
		label: 'Refused Access',
		hint: 'A user or a device was refused, or access ended with a warning or an error',
		noun: 'refusal',
		meaning:
			'Events whose action contains a form of deny, refuse, reject, block, forbid, unauthorized, or not allowed, permitted or granted, and access events whose severity or result is at least WARN',
		passes: ({ type, action, result, severity }) =>
			saysRefusal(action) ||
			(matches(type, /access/i) &&
				[result, severity].some((word) => isKnownSeverityAtLeast(word, 'WARN'))),
	},
	deviceRegistered: {
		label: 'Device Registered',
		hint: 'A device was registered',
		noun: 'registration',
		meaning:
			'Events whose type and action contain a form of register and whose subtype contains device, except failed or refused ones',
		passes: ({ type, sub_type: subType, action }) =>
			matches(type, /regist/i) &&
			matches(subType, /device/i) &&
			saysRegistration(action) &&
			!saysFailure(action) &&
			!saysRefusal(action),
	},
	deviceOutOfCompliance: {
		label: 'Device Out of Compliance',
		hint: 'A device is compromised, or does not comply with your rules',
		meaning:
			'Events of a device that is compromised, or whose compliance status says that it is not compliant',
		passes: (fields) => isCompromised(fields) || isNotCompliant(fields),
	},
	warningsAndErrors: {
		label: 'Warnings and Errors',
		hint: 'Every severity except DEBUG and INFO',
		meaning: 'Events of every severity except DEBUG and INFO',
		minimumSeverity: 'WARN',
	},
} as const satisfies Record<string, Preset>;

export type PresetName = keyof typeof PRESET_DEFINITIONS;
export const PRESETS: Readonly<Record<PresetName, Preset>> = PRESET_DEFINITIONS;
export const PRESET_NAMES = keysOf(PRESET_DEFINITIONS);

/** A user selects events by a preset, by filters, and by values that leave events out: an event has to pass all. */
export interface Selection {
	/** The preset's minimum severity is among the filters already: `applyPreset` has put it there. */
	readonly preset: PresetName;
	readonly filters: EventFilters;
	/** The node applies the preset's own check, the filters that List lacks, and `exclude`. */
	readonly clientSideCheck?: EventCheck;
	/** Reports and notes name these values; `clientSideCheck` applies them already. */
	readonly exclude: EventFilters;
}

export function applyPreset(
	preset: PresetName,
	filters: EventFilters,
): { readonly filters: EventFilters; readonly presetCheck?: EventCheck } {
	const { minimumSeverity, passes } = PRESETS[preset];
	const severity = higherSeverityOf(filters.severity, minimumSeverity);
	return {
		filters: severity === undefined ? filters : { ...filters, severity },
		...(passes !== undefined && { presetCheck: ({ fields }) => passes(fields) }),
	};
}

function higherSeverityOf(first?: FilterValue, second?: Severity): Severity | undefined {
	return [...SEVERITIES].reverse().find((severity) => severity === first || severity === second);
}

function matches(value: unknown, words: RegExp): boolean {
	return words.test(textOf(value) ?? '');
}
