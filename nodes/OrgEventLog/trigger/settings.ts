import {
	FILTER_NAMES,
	FILTERS,
	filtersOfSource,
	type EventFilters,
	type TriggerSource,
} from '../api/filters';
import { PRESETS, type Selection } from '../api/presets';
import { ParameterError } from '../errors/parameterError';
import type { Wording } from '../output/digest';
import { DEFAULT_BURST_GROUP, DEFAULT_SUPPRESSION_GROUP } from '../parameters/defaults';
import { toEpochMs } from '../parameters/instants';
import { numberIn, readNumber } from '../parameters/numberFields';
import { readSelection } from '../parameters/parseFilters';
import { type EventShape, readEventShape } from '../parameters/parseOutput';
import { readRequestOptions } from '../parameters/parseReadOptions';
import { readLast } from '../parameters/parseTimeRange';
import { lastRange } from '../parameters/timeRanges';
import {
	type NodeParameters,
	isBlank,
	memberIn,
	readOptions,
	requireValue,
	toOneOf,
} from '../parameters/values';
import { BURST_GROUPS, SUPPRESSION_GROUPS, type SuppressionGroupKind } from './alertGroups';
import type { BurstRule } from './bursts';
import { hashOf } from './consumedEvents';
import type { StartFrom } from './poll';

const SOURCES = ['feed', 'list'] as const satisfies readonly TriggerSource[];
const STARTS = ['now', 'last', 'date'] as const;
const EMITS = ['events', 'digest', 'burst'] as const;
const AFTER_RESTART = ['goOn', 'repeatLast'] as const;
const MS_PER_MINUTE = 60_000;

export type Emit =
	{ readonly kind: 'events' | 'digest' } | { readonly kind: 'burst'; readonly rule: BurstRule };

export interface TriggerSettings extends Selection {
	readonly source: TriggerSource;
	/** @throws ParameterError naming the field that can't be used */
	readonly startFrom: () => StartFrom;
	/** Tells start dates apart, as they are stored: an expression's differs at every poll. Empty without one. */
	readonly startMark: string;
	readonly shape: EventShape;
	/** Of what the workflow is started with. */
	readonly wording: Wording;
	readonly emit: Emit;
	/** After so long without a delivery there is a sign of life; 0 for never. */
	readonly heartbeatMs: number;
	readonly lateEventWindowMs: number;
	/** For how long an alert holds back those that repeat it; 0 for not at all. */
	readonly suppressRepeatsMs: number;
	/** Which events repeat each other; bursts do where they are of the same group. */
	readonly suppressPer: SuppressionGroupKind;
	readonly maxEvents: number;
	readonly afterRestart: (typeof AFTER_RESTART)[number];
	readonly pageSize: number;
	readonly timeoutMs: number;
}

/** What the trigger is set to. @throws ParameterError naming the field that can't be used */
export function readTriggerSettings(parameters: NodeParameters): TriggerSettings {
	const { get, timezone } = parameters;
	const source = toOneOf(SOURCES, get('source', 'feed'), 'Source');
	const options = readOptions(parameters);
	const selection = readSelection(parameters);
	refuseFiltersOfOtherSource(source, selection.filters);
	const { pageSize, timeoutMs } = readRequestOptions(parameters);
	return {
		source,
		...selection,
		startFrom: () => readStartFrom(parameters),
		startMark: readStartMark(parameters),
		shape: readEventShape(parameters),
		wording: { noun: PRESETS[selection.preset].noun ?? 'event', timezone },
		emit: readEmit(parameters),
		heartbeatMs: MS_PER_MINUTE * numberIn(options, 'heartbeatMinutes'),
		lateEventWindowMs: MS_PER_MINUTE * numberIn(options, 'lateEventWindow'),
		suppressRepeatsMs: MS_PER_MINUTE * readNumber(parameters, 'suppressRepeats'),
		suppressPer: toOneOf(
			SUPPRESSION_GROUPS,
			get('suppressPer', DEFAULT_SUPPRESSION_GROUP),
			'Suppress Per',
		),
		maxEvents: numberIn(options, 'maxEventsPerPoll'),
		afterRestart: toOneOf(
			AFTER_RESTART,
			memberIn(options, 'afterRestart', 'After a Restart') || 'goOn',
			'After a Restart',
		),
		pageSize,
		timeoutMs,
	};
}

function readEmit(parameters: NodeParameters): Emit {
	const { get } = parameters;
	const kind = toOneOf(EMITS, get('emit', 'events'), 'Emit');
	if (kind !== 'burst') return { kind };
	const per = toOneOf(BURST_GROUPS, get('burstPer', DEFAULT_BURST_GROUP), 'Burst Per');
	const withinMs = MS_PER_MINUTE * readNumber(parameters, 'burstMinutes');
	return { kind, rule: { per, count: readNumber(parameters, 'burstCount'), withinMs } };
}

function refuseFiltersOfOtherSource(source: TriggerSource, filters: EventFilters): void {
	const usable = filtersOfSource(source);
	const unusable = FILTER_NAMES.find(
		(name) => filters[name] !== undefined && !usable.includes(name),
	);
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
		`'${label}' works only with the source Filtered by the Service: events of the feed do not carry this value`,
		`Set 'Source' to Filtered by the Service, or remove '${label}'`,
	);
}

function readStartFrom(parameters: NodeParameters): StartFrom {
	const { get, timezone } = parameters;
	const kind = toOneOf(STARTS, get('startFrom', 'now'), 'Start From');
	if (kind === 'now') return { kind };
	if (kind === 'date') return { kind, startMs: readStartDate(get('startDate', ''), timezone) };
	const { amount, unit } = readLast(parameters);
	return { kind, toStartMs: (presentMs) => lastRange(amount, unit, presentMs, timezone).startMs };
}

function readStartMark({ get, stored }: NodeParameters): string {
	return get('startFrom', 'now') === 'date' ? hashOf(JSON.stringify(stored.startDate ?? null)) : '';
}

function readStartDate(value: unknown, zone: string): number {
	const field = 'Start Date';
	requireValue(value, field);
	if (!isBlank(value)) return toEpochMs(value, field, zone);
	throw new ParameterError(
		field,
		`'${field}' is empty`,
		"Enter the date to begin at, or set 'Start From' to Now",
	);
}
