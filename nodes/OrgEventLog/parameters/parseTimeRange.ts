import type { TimeRange } from '../api/page';
import { namesOf } from '../json/jsonValues';
import { ParameterError } from '../errors/parameterError';
import { HOW_TO_TYPE_A_DATE, toEpochMs } from './instants';
import { toNumber } from './numberFields';
import { LAST_UNITS, PERIOD_NAMES, lastRange, periodRange, type LastUnit } from './timeRanges';
import { type NodeParameters, isBlank, requireValue, toOneOf } from './values';

type RangeReader = (parameters: NodeParameters, nowMs: number) => TimeRange;

const RANGE_READERS = {
	all: () => ({}),
	last: (parameters, nowMs) => {
		const { amount, unit } = readLast(parameters);
		return lastRange(amount, unit, nowMs, parameters.timezone);
	},
	period: ({ get, timezone }, nowMs) => {
		const period = toOneOf(PERIOD_NAMES, asPeriodName(get('period', '')), 'Period');
		return periodRange(period, nowMs, timezone);
	},
	custom: readCustomRange,
} as const satisfies Record<string, RangeReader>;

/**
 * The half-open range that is asked for, as of `nowMs`, with calendar and dates in the workflow's timezone.
 * @throws ParameterError naming the field that can't be used, and for a range that is empty or
 * reversed.
 */
export function readTimeRange(parameters: NodeParameters, nowMs: number): TimeRange {
	const kind = toOneOf(namesOf(RANGE_READERS), parameters.get('timeRange', 'all'), 'Time Range');
	return RANGE_READERS[kind](parameters, nowMs);
}

/** A language model writes "Last month", too. */
function asPeriodName(period: unknown): unknown {
	const letters = (text: string) => text.replace(/[^a-z]/gi, '').toLowerCase();
	if (typeof period !== 'string') return period;
	return PERIOD_NAMES.find((name) => letters(name) === letters(period)) ?? period;
}

/** The amount and the unit of a range that is relative to now. @throws ParameterError for what is neither. */
export function readLast({ get }: NodeParameters): {
	readonly amount: number;
	readonly unit: LastUnit;
} {
	return {
		amount: toNumber(get('lastAmount', ''), 'lastAmount'),
		unit: toOneOf(LAST_UNITS, get('lastUnit', ''), 'Unit'),
	};
}

function readCustomRange(parameters: NodeParameters): TimeRange {
	const startMs = readBound(parameters, 'after', 'From');
	const endMs = readBound(parameters, 'before', 'To');
	if (startMs === undefined && endMs === undefined) {
		throw new ParameterError(
			"A custom time range needs 'From' or 'To', but both are empty",
			`${HOW_TO_TYPE_A_DATE}. Or set 'Time Range' to All Time`,
		);
	}
	if (startMs !== undefined && endMs !== undefined && startMs >= endMs) {
		throw new ParameterError(
			"'To' must be later than 'From'",
			"Enter a later 'To' or an earlier 'From'",
		);
	}
	return { ...(startMs !== undefined && { startMs }), ...(endMs !== undefined && { endMs }) };
}

function readBound(
	{ get, stored, timezone }: NodeParameters,
	name: 'after' | 'before',
	field: string,
): number | undefined {
	const value = get(name, '');
	requireValue(value, field, stored[name]);
	return isBlank(value) ? undefined : toEpochMs(value, field, timezone);
}
