import type { EventCheck } from './filterMatcher';
import type { EventFilters, FilterValue } from './filters';
import { PRESETS, type PresetName } from './presets';
import { SEVERITIES, type Severity } from './severities';

/** A user selects events by a preset, by filters, and by values that leave events out: an event has to pass all. */
export interface Selection {
	/** The preset's minimum severity is among the filters already: `applyPreset` has put it there. */
	readonly preset: PresetName;
	readonly filters: EventFilters;
	/** The service can't filter by all that is selected: this checks the rest. */
	readonly passes?: EventCheck;
	/** Reports and notes name these values; `passes` applies them already. */
	readonly exclude: EventFilters;
}

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

function higherOf(one?: FilterValue, other?: Severity): Severity | undefined {
	return [...SEVERITIES].reverse().find((severity) => severity === one || severity === other);
}
