import {
	FILTERS,
	filtersOfSource,
	isFilterName,
	type EventFilters,
	type TriggerSource,
} from '../api/filters';
import type { EventCheck } from '../api/filterMatcher';
import { withPreset, type PresetName } from '../api/presets';
import { ParameterError } from '../errors/parameterError';
import type { JsonObject } from '../json/jsonValues';
import { type EventShape, parseEventShape } from '../parameters/columns';
import {
	BURST_COUNT_RANGE,
	BURST_MINUTES_RANGE,
	DEFAULT_BURST_COUNT,
	DEFAULT_BURST_GROUP,
	DEFAULT_BURST_MINUTES,
	DEFAULT_LATE_EVENT_WINDOW_MINUTES,
	DEFAULT_MAX_EVENTS_PER_POLL,
	DEFAULT_SIMPLIFY,
	DEFAULT_SUPPRESS_REPEATS_MINUTES,
	LATE_EVENT_WINDOW_MINUTES_RANGE,
	MAX_EVENTS_PER_POLL_RANGE,
	SUPPRESS_REPEATS_MINUTES_RANGE,
} from '../parameters/defaults';
import { toEpochMs } from '../parameters/instants';
import { parseFilters } from '../parameters/parseFilters';
import { toPreset } from '../parameters/parsePreset';
import { parseRequestOptions } from '../parameters/parseReadOptions';
import { valueOfPicked } from '../parameters/pickedValues';
import type { NodeParameters } from '../parameters/readParameters';
import { parseLast } from '../parameters/parseTimeRange';
import { lastRange } from '../parameters/timeRanges';
import { isBlank, toCollection, toOneOf, toWholeNumberOr } from '../parameters/values';
import { BURST_GROUPS } from './burstGroups';
import type { BurstRule } from './bursts';
import type { StartFrom } from './poll';

const SOURCES = ['feed', 'list'] as const satisfies readonly TriggerSource[];
const STARTS = ['now', 'last', 'date'] as const;
const EMITS = ['events', 'digest', 'burst'] as const;
const AFTER_RESTART = ['goOn', 'repeatLast'] as const;
const MS_PER_MINUTE = 60_000;

export type Emit =
	{ readonly kind: 'events' | 'digest' } | { readonly kind: 'burst'; readonly rule: BurstRule };

export interface TriggerSettings {
	readonly source: TriggerSource;
	/** The preset's minimum severity included. */
	readonly filters: EventFilters;
	readonly preset: PresetName;
	/** What the preset asks beyond the filters. */
	readonly passesPreset?: EventCheck;
	/** @throws ParameterError naming the field that can't be used */
	readonly startFrom: () => StartFrom;
	readonly shape: EventShape;
	readonly emit: Emit;
	readonly lateEventWindowMs: number;
	/** For how long an alert holds back those that repeat it; 0 for not at all. */
	readonly suppressRepeatsMs: number;
	readonly maxEvents: number;
	readonly afterRestart: (typeof AFTER_RESTART)[number];
	readonly pageSize: number;
	readonly timeoutMs: number;
}

/** What the trigger is set to. @throws ParameterError naming the field that can't be used */
export function readTriggerSettings({ get, timezone }: NodeParameters): TriggerSettings {
	const source = toOneOf(SOURCES, get('source', 'feed'), 'Source');
	const filters = toCollection(get('filters', {}), 'filters');
	const options = toCollection(get('options', {}), 'options');
	refuseFiltersOfOtherSource(source, filters);
	const { pageSize, timeoutMs } = parseRequestOptions(options);
	const { lateEventWindow, maxEventsPerPoll, suppressRepeats, afterRestart } = options;
	const preset = toPreset(get('preset', 'none'));
	const chosen = withPreset(preset, parseFilters(filters, timezone));
	return {
		source,
		preset,
		filters: chosen.filters,
		passesPreset: chosen.passes,
		startFrom: () => readStartFrom(get, timezone),
		shape: parseEventShape(get('simplify', DEFAULT_SIMPLIFY), get('columns', [])),
		emit: readEmit(get),
		lateEventWindowMs:
			MS_PER_MINUTE *
			toWholeNumberOr(
				DEFAULT_LATE_EVENT_WINDOW_MINUTES,
				lateEventWindow,
				'Late Event Window (Minutes)',
				LATE_EVENT_WINDOW_MINUTES_RANGE,
			),
		suppressRepeatsMs:
			MS_PER_MINUTE *
			toWholeNumberOr(
				DEFAULT_SUPPRESS_REPEATS_MINUTES,
				suppressRepeats,
				'Suppress Repeats (Minutes)',
				SUPPRESS_REPEATS_MINUTES_RANGE,
			),
		maxEvents: toWholeNumberOr(
			DEFAULT_MAX_EVENTS_PER_POLL,
			maxEventsPerPoll,
			'Max Events per Poll',
			MAX_EVENTS_PER_POLL_RANGE,
		),
		afterRestart: toOneOf(AFTER_RESTART, afterRestart ?? 'goOn', 'After a Restart'),
		pageSize,
		timeoutMs,
	};
}

function readEmit(get: NodeParameters['get']): Emit {
	const kind = toOneOf(EMITS, get('emit', 'events'), 'Emit');
	if (kind !== 'burst') return { kind };
	const count = get('burstCount', '');
	const minutes = get('burstMinutes', '');
	const rule = {
		per: toOneOf(BURST_GROUPS, get('burstPer', DEFAULT_BURST_GROUP), 'Burst Per'),
		count: toWholeNumberOr(DEFAULT_BURST_COUNT, count, 'Burst Count', BURST_COUNT_RANGE),
		withinMs:
			MS_PER_MINUTE *
			toWholeNumberOr(DEFAULT_BURST_MINUTES, minutes, 'Burst Minutes', BURST_MINUTES_RANGE),
	};
	return { kind, rule };
}

function refuseFiltersOfOtherSource(source: TriggerSource, filters: JsonObject): void {
	const usable = filtersOfSource(source);
	const unusable = Object.keys(filters)
		.filter(isFilterName)
		.find((name) => !isBlank(valueOfPicked(filters[name])) && !usable.includes(name));
	if (unusable === undefined) return;
	const { label } = FILTERS[unusable];
	if (!filtersOfSource('list').includes(unusable)) {
		throw new ParameterError(
			label,
			`'${label}' is not a filter of the trigger`,
			`Remove '${label}'. Where to begin is chosen under 'Start From'`,
		);
	}
	throw new ParameterError(
		label,
		`'${label}' works only with the source List: events of the feed do not carry this value`,
		`Set 'Source' to List, or remove '${label}'`,
	);
}

function readStartFrom(get: NodeParameters['get'], zone: string): StartFrom {
	const kind = toOneOf(STARTS, get('startFrom') ?? 'now', 'Start From');
	if (kind === 'now') return { kind };
	if (kind === 'date') {
		return { kind, startMs: toEpochMs(get('startDate'), 'Start Date', zone) };
	}
	const { amount, unit } = parseLast(get('lastAmount'), get('lastUnit'));
	return { kind, toStartMs: (presentMs) => lastRange(amount, unit, presentMs, zone).startMs };
}
