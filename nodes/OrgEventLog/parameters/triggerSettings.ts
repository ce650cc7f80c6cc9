import {
	FILTER_NAMES,
	FILTERS,
	filtersOfSource,
	type EventFilters,
	type TriggerSource,
} from '../events/filters';
import { PRESETS, type Selection } from '../events/presets';
import { ParameterError } from '../errors/parameterError';
import { DEFAULT_SUPPRESSION_GROUP } from './defaults';
import { HOW_TO_TYPE_A_DATE, toEpochMs } from './instants';
import { readNumber } from './numberFields';
import { readSelection } from './parseFilters';
import { type EventShape, readEventShape } from './parseOutput';
import { type RequestOptions, readRequestOptions } from './parseReadOptions';
import { readLast } from './parseTimeRange';
import { lastRange } from './timeRanges';
import { type NodeParameters, isBlank, readChoice, requireValue, toOneOf } from './values';
import { type SuppressionGroupKind, SUPPRESSION_GROUPS } from '../events/alertGroups';
import { shortHashOf } from '../events/shortHash';

const MS_PER_MINUTE = 60_000;

/** Where a trigger without state begins. */
export type StartFrom =
	| { readonly kind: 'now' }
	| { readonly kind: 'date'; readonly startMs: number }
	/** `toStartMs` gives the start for a present, both epoch milliseconds. */
	| { readonly kind: 'last'; readonly toStartMs: (presentMs: number) => number };

/** What sentences about events need to know besides them. */
export interface Wording {
	/** What one of the events is: "refusal". */
	readonly noun: string;
	/** In which times are told. */
	readonly timezone: string;
}

export interface TriggerSettings extends Selection, Omit<RequestOptions, 'maxParallelRequests'> {
	readonly source: TriggerSource;
	/** @throws ParameterError naming the field that can't be used */
	readonly startFrom: () => StartFrom;
	/** Tells start dates apart, as they are stored: an expression's differs at every poll. Empty without one. */
	readonly startMark: string;
	readonly shape: EventShape;
	/** Of what the workflow is started with. */
	readonly wording: Wording;
	/** After so long without a delivery there is a sign of life; 0 for never. */
	readonly heartbeatMs: number;
	readonly lateEventWindowMs: number;
	/** For how long an alert holds back those that repeat it; 0 for not at all. */
	readonly suppressRepeatsMs: number;
	/** Which events repeat each other; bursts do where they are of the same group. */
	readonly suppressPer: SuppressionGroupKind;
	readonly maxEvents: number;
	readonly afterRestart: 'goOn' | 'repeatLast';
}

/** What the trigger is set to, but for what starts the workflow. @throws ParameterError naming the field that can't be used */
export function readTriggerSettings(parameters: NodeParameters): TriggerSettings {
	const { get, timezone } = parameters;
	const source = readChoice(parameters, 'source', 'Source', ['feed', 'list']);
	const selection = readSelection(parameters, 'Trigger On');
	refuseFiltersOfOtherSource(source, selection.filters);
	const { pageSize, firstPageSize, timeoutMs } = readRequestOptions(parameters);
	const suppressPer = get('suppressPer', DEFAULT_SUPPRESSION_GROUP);
	return {
		source,
		...selection,
		startFrom: () => readStartFrom(parameters),
		startMark: readStartMark(parameters),
		shape: readEventShape(parameters, 'options'),
		wording: { noun: PRESETS[selection.preset].noun ?? 'event', timezone },
		heartbeatMs: MS_PER_MINUTE * readNumber(parameters, 'heartbeatMinutes'),
		lateEventWindowMs: MS_PER_MINUTE * readNumber(parameters, 'lateEventWindow'),
		suppressRepeatsMs: MS_PER_MINUTE * readNumber(parameters, 'suppressRepeats'),
		suppressPer: toOneOf(SUPPRESSION_GROUPS, suppressPer, 'Suppress Per'),
		maxEvents: readNumber(parameters, 'maxEventsPerPoll'),
		afterRestart: readChoice(parameters, 'afterRestart', 'After a Restart', ['goOn', 'repeatLast']),
		...{ pageSize, firstPageSize, timeoutMs },
	};
}

function refuseFiltersOfOtherSource(source: TriggerSource, filters: EventFilters): void {
	const usable = filtersOfSource(source);
	const refused = FILTER_NAMES.find(
		(name) => filters[name] !== undefined && !usable.includes(name),
	);
	if (refused === undefined || source === 'list') return;
	const { label } = FILTERS[refused];
	throw new ParameterError(
		`'${label}' works only if 'Source' is Matching Events, because not every event shows this value`,
		`Set 'Source' in Options to Matching Events, or remove '${label}'`,
	);
}

function readStartFrom(parameters: NodeParameters): StartFrom {
	const { get, timezone } = parameters;
	const kind = toOneOf(['now', 'last', 'date'], get('startFrom', 'now'), 'Start From');
	if (kind === 'now') return { kind };
	if (kind === 'date') return { kind, startMs: readStartDate(parameters) };
	const { amount, unit } = readLast(parameters);
	return { kind, toStartMs: (presentMs) => lastRange(amount, unit, presentMs, timezone).startMs };
}

function readStartMark({ get, stored }: NodeParameters): string {
	return get('startFrom', 'now') === 'date'
		? shortHashOf(JSON.stringify(stored.startDate ?? null))
		: '';
}

function readStartDate({ get, stored, timezone }: NodeParameters): number {
	const field = 'Start Date';
	const value = get('startDate', '');
	requireValue(value, field, stored.startDate);
	if (!isBlank(value)) return toEpochMs(value, field, timezone);
	throw new ParameterError(
		`'${field}' is empty`,
		`${HOW_TO_TYPE_A_DATE}. Or set 'Start From' to Now`,
	);
}
