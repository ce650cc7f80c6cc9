import type { IPollFunctions } from 'n8n-workflow';
import type { EventFilters } from '../api/eventFilters';
import { toEpochMs } from '../parameters/instants';
import { oneOf } from '../parameters/oneOf';
import { withLegibleParameters } from '../parameters/parametersContext';
import { parseFilters } from '../parameters/parseFilters';
import { isTrue, parseRequestOptions } from '../parameters/parseReadOptions';
import { parseLastRange } from '../parameters/parseTimeRange';
import { toWholeNumber } from '../parameters/wholeNumbers';
import { isBlank, ParameterError } from '../parameters/parameterError';
import type { StartFrom } from './poll';

const SOURCES = ['feed', 'list'] as const;
const STARTS = ['now', 'last', 'date'] as const;
const EMITS = ['events', 'digest'] as const;
const MS_PER_MINUTE = 60_000;
const ONLY_WITH_LIST = ['workloadContainerId', 'serviceName', 'serviceAccountName'];

export const DEFAULT_LATE_EVENT_WINDOW_MINUTES = 5;
export const MAX_LATE_EVENT_WINDOW_MINUTES = 60;
export const DEFAULT_MAX_EVENTS_PER_POLL = 5_000;

export interface TriggerSettings {
	readonly source: (typeof SOURCES)[number];
	readonly filters: EventFilters;
	/** @throws NodeOperationError naming the field that can't be used */
	readonly startFrom: () => StartFrom;
	readonly simplify: boolean;
	readonly emit: (typeof EMITS)[number];
	readonly lateEventWindowMs: number;
	readonly maxEventsPerPoll: number;
	readonly pageSize: number;
	readonly timeoutMs?: number;
}

/** What the trigger is set to. @throws NodeOperationError naming the field that can't be used */
export function readTriggerSettings(context: IPollFunctions): TriggerSettings {
	return withLegibleParameters(context.getNode(), undefined, () => parseSettings(context));
}

function parseSettings(context: IPollFunctions): TriggerSettings {
	const read = (name: string, fallback?: unknown): unknown =>
		context.getNodeParameter(name, fallback);
	const source = oneOf(SOURCES, read('source', 'feed'), 'Source');
	const options = collectionOf(read('options', {}));
	const { pageSize, timeoutMs } = parseRequestOptions(options);
	return {
		source,
		filters: filtersOf(source, collectionOf(read('filters', {})), context.getTimezone()),
		startFrom: () =>
			withLegibleParameters(context.getNode(), undefined, () =>
				startFromOf(read, context.getTimezone()),
			),
		simplify: isTrue(read('simplify', true)),
		emit: oneOf(EMITS, read('emit', 'events'), 'Emit'),
		lateEventWindowMs:
			MS_PER_MINUTE *
			wholeNumberOr(
				DEFAULT_LATE_EVENT_WINDOW_MINUTES,
				options['lateEventWindow'],
				'Late Event Window (Minutes)',
				{
					least: 0,
					most: MAX_LATE_EVENT_WINDOW_MINUTES,
				},
			),
		maxEventsPerPoll: wholeNumberOr(
			DEFAULT_MAX_EVENTS_PER_POLL,
			options['maxEventsPerPoll'],
			'Max Events per Poll',
			{ least: 1 },
		),
		pageSize,
		timeoutMs,
	};
}

type Collection = Readonly<Record<string, unknown>>;

function collectionOf(value: unknown): Collection {
	return typeof value === 'object' && value !== null ? { ...value } : {};
}

function filtersOf(source: string, collection: Collection, zone: string): EventFilters {
	const unusable = ONLY_WITH_LIST.find((name) => !isBlank(collection[name]));
	if (source === 'list' || unusable === undefined) return parseFilters(collection, zone);
	throw new ParameterError(
		'Filters',
		'This filter needs the source List: the feed does not say which service an event belongs to',
		"Set 'Source' to List, or remove the service filters",
	);
}

function startFromOf(read: (name: string) => unknown, zone: string): StartFrom {
	const kind = oneOf(STARTS, read('startFrom') ?? 'now', 'Start From');
	if (kind === 'now') return { kind };
	if (kind === 'date') {
		return { kind, startMs: toEpochMs(read('startDate'), 'Start Date', zone) };
	}
	const [amount, unit] = [read('lastAmount'), read('lastUnit')];
	const toStartMs = (presentMs: number) => parseLastRange(amount, unit, presentMs, zone).startMs;
	toStartMs(Date.now());
	return { kind, toStartMs };
}

function wholeNumberOr(
	fallback: number,
	value: unknown,
	field: string,
	bounds: { least: number; most?: number },
): number {
	return isBlank(value) ? fallback : toWholeNumber(value, field, bounds);
}
