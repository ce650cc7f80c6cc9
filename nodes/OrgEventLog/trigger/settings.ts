import type { IPollFunctions } from 'n8n-workflow';
import {
	FILTERS,
	filtersOfSource,
	isFilterName,
	type EventFilters,
	type TriggerSource,
} from '../api/filters';
import { ParameterError } from '../errors/parameterError';
import type { JsonObject } from '../json/jsonValues';
import {
	DEFAULT_LATE_EVENT_WINDOW_MINUTES,
	DEFAULT_MAX_EVENTS_PER_POLL,
	DEFAULT_SIMPLIFY,
	LATE_EVENT_WINDOW_MINUTES_LIMITS,
	MAX_EVENTS_PER_POLL_LIMITS,
} from '../parameters/defaults';
import { toEpochMs } from '../parameters/instants';
import { parseFilters } from '../parameters/parseFilters';
import { parseRequestOptions } from '../parameters/parseReadOptions';
import { parseLast } from '../parameters/parseTimeRange';
import { lastRange } from '../parameters/timeRanges';
import { isBlank, toCollection, toOneOf, toSwitch, toWholeNumberOr } from '../parameters/values';
import type { StartFrom } from './poll';

const SOURCES = ['feed', 'list'] as const satisfies readonly TriggerSource[];
const STARTS = ['now', 'last', 'date'] as const;
const EMITS = ['events', 'digest'] as const;
const MS_PER_MINUTE = 60_000;

export interface TriggerSettings {
	readonly source: TriggerSource;
	readonly filters: EventFilters;
	/** @throws ParameterError naming the field that can't be used */
	readonly startFrom: () => StartFrom;
	readonly simplify: boolean;
	readonly emit: (typeof EMITS)[number];
	readonly lateEventWindowMs: number;
	readonly maxEvents: number;
	readonly pageSize: number;
	readonly timeoutMs: number;
}

/** What the trigger is set to. @throws ParameterError naming the field that can't be used */
export function readTriggerSettings(
	context: Pick<IPollFunctions, 'getNodeParameter' | 'getTimezone'>,
): TriggerSettings {
	const zone = context.getTimezone();
	const read = (name: string, fallback?: unknown): unknown =>
		context.getNodeParameter(name, fallback);
	const source = toOneOf(SOURCES, read('source', 'feed'), 'Source');
	const filters = toCollection(read('filters', {}), 'filters');
	const options = toCollection(read('options', {}), 'options');
	refuseFiltersOfOtherSource(source, filters);
	const { pageSize, timeoutMs } = parseRequestOptions(options);
	const { lateEventWindow, maxEventsPerPoll } = options;
	return {
		source,
		filters: parseFilters(filters, zone),
		startFrom: () => readStartFrom(read, zone),
		simplify: toSwitch(read('simplify', DEFAULT_SIMPLIFY), 'Simplify', DEFAULT_SIMPLIFY),
		emit: toOneOf(EMITS, read('emit', 'events'), 'Emit'),
		lateEventWindowMs:
			MS_PER_MINUTE *
			toWholeNumberOr(
				DEFAULT_LATE_EVENT_WINDOW_MINUTES,
				lateEventWindow,
				'Late Event Window (Minutes)',
				LATE_EVENT_WINDOW_MINUTES_LIMITS,
			),
		maxEvents: toWholeNumberOr(
			DEFAULT_MAX_EVENTS_PER_POLL,
			maxEventsPerPoll,
			'Max Events per Poll',
			MAX_EVENTS_PER_POLL_LIMITS,
		),
		pageSize,
		timeoutMs,
	};
}

function refuseFiltersOfOtherSource(source: TriggerSource, filters: JsonObject): void {
	const usable = filtersOfSource(source);
	const unusable = Object.keys(filters)
		.filter(isFilterName)
		.find((name) => !isBlank(filters[name]) && !usable.includes(name));
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
		`'${label}' needs the source List: the feed does not say which service an event belongs to`,
		`Set 'Source' to List, or remove '${label}'`,
	);
}

function readStartFrom(read: (name: string) => unknown, zone: string): StartFrom {
	const kind = toOneOf(STARTS, read('startFrom') ?? 'now', 'Start From');
	if (kind === 'now') return { kind };
	if (kind === 'date') {
		return { kind, startMs: toEpochMs(read('startDate'), 'Start Date', zone) };
	}
	const { amount, unit } = parseLast(read('lastAmount'), read('lastUnit'));
	return { kind, toStartMs: (presentMs) => lastRange(amount, unit, presentMs, zone).startMs };
}
