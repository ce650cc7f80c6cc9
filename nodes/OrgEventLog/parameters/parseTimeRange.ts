import type { TimeRange } from '../api/page';
import { ParameterError } from '../errors/parameterError';
import { toEpochMs } from './instants';
import { toNumber } from './numberFields';
import { LAST_UNITS, PERIOD_NAMES, lastRange, periodRange, type LastUnit } from './timeRanges';
import { isBlank, requireValue, toOneOf } from './values';

/**
 * The parameters of a time range as n8n delivers them; only those of its kind need to be there. A bound is null
 * where its expression gives nothing.
 */
export interface TimeRangeParameters {
	readonly timeRange: unknown;
	readonly lastAmount?: unknown;
	readonly lastUnit?: unknown;
	readonly period?: unknown;
	readonly after?: unknown;
	readonly before?: unknown;
}

const RANGE_KINDS = ['all', 'last', 'period', 'custom'] as const;
type RangeKind = (typeof RANGE_KINDS)[number];
type RangeReader = (parameters: TimeRangeParameters, nowMs: number, zone: string) => TimeRange;

const RANGE_READERS: Record<RangeKind, RangeReader> = {
	all: () => ({}),
	last: ({ lastAmount, lastUnit }, nowMs, zone) => {
		const { amount, unit } = parseLast(lastAmount, lastUnit);
		return lastRange(amount, unit, nowMs, zone);
	},
	period: ({ period }, nowMs, zone) =>
		periodRange(toOneOf(PERIOD_NAMES, asPeriodName(period), 'Period'), nowMs, zone),
	custom: (parameters, _nowMs, zone) => customRange(parameters, zone),
};

/**
 * The half-open range that the parameters ask for, as of `nowMs`, with calendar and dates in `zone`.
 * @throws ParameterError naming the field that can't be used, and for a range that is empty or
 * reversed.
 */
export function parseTimeRange(
	parameters: TimeRangeParameters,
	nowMs: number,
	zone: string,
): TimeRange {
	const kind = toOneOf(RANGE_KINDS, parameters.timeRange, 'Time Range');
	return RANGE_READERS[kind](parameters, nowMs, zone);
}

/** A language model writes "Last month", too. */
function asPeriodName(period: unknown): unknown {
	const letters = (text: string) => text.replace(/[^a-z]/gi, '').toLowerCase();
	if (typeof period !== 'string') return period;
	return PERIOD_NAMES.find((name) => letters(name) === letters(period)) ?? period;
}

/** The amount and the unit of a range that is relative to now. @throws ParameterError for what is neither. */
export function parseLast(
	lastAmount: unknown,
	lastUnit: unknown,
): { readonly amount: number; readonly unit: LastUnit } {
	return {
		amount: toNumber(lastAmount, 'lastAmount'),
		unit: toOneOf(LAST_UNITS, lastUnit, 'Unit'),
	};
}

function customRange({ after = '', before = '' }: TimeRangeParameters, zone: string): TimeRange {
	const startMs = boundOf(after, 'After', zone);
	const endMs = boundOf(before, 'Before', zone);
	if (startMs === undefined && endMs === undefined) {
		throw new ParameterError(
			'After',
			"A custom time range needs 'After', 'Before' or both, and both are empty",
			"Enter at least one date, or set 'Time Range' to All Time",
		);
	}
	if (startMs !== undefined && endMs !== undefined && startMs >= endMs) {
		throw new ParameterError(
			'Before',
			"'Before' is not later than 'After', so no event can lie between them",
			"Enter a 'Before' that is later than 'After': the range starts at 'After' and ends just short of 'Before'",
		);
	}
	return { ...(startMs !== undefined && { startMs }), ...(endMs !== undefined && { endMs }) };
}

function boundOf(value: unknown, field: string, zone: string): number | undefined {
	requireValue(value, field);
	return isBlank(value) ? undefined : toEpochMs(value, field, zone);
}
