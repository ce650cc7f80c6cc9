import type { TimeRange } from '../api/page';
import { ParameterError } from '../errors/parameterError';
import { readChoice } from './choiceFields';
import { PICKER_ADVICE, toEpochMs } from './enteredDates';
import { readNumber } from './numberFields';
import { type NodeParameters, readField } from './readField';
import { toRelativeRange, toCalendarPeriod } from '../calendar/timeRanges';

/** Reads a half-open range, as of `nowMs`. @throws ParameterError, also for an empty range */
export function parseTimeRange(parameters: NodeParameters, nowMs: number): TimeRange {
	const kind = readChoice(parameters, 'timeRange');
	if (kind === 'all') return {};
	if (kind === 'last') return parseRelativeRange(parameters)(nowMs);
	if (kind === 'custom') return parseCustomRange(parameters);
	return toCalendarPeriod(readChoice(parameters, 'period'), nowMs, parameters.timezone);
}

/** Reads the length of a range that ends with the present, which may be known later. @throws ParameterError */
export function parseRelativeRange(
	parameters: NodeParameters,
): (presentMs: number) => Required<TimeRange> {
	const amount = readNumber(parameters, 'lastAmount');
	const unit = readChoice(parameters, 'lastUnit');
	return (presentMs) => toRelativeRange(amount, unit, presentMs, parameters.timezone);
}

/** Workflows store the bounds as `after` and `before`; unlike the API's `after`, From is included. @throws ParameterError */
function parseCustomRange(parameters: NodeParameters): TimeRange {
	const startMs = parseDate(parameters, 'after', 'From');
	const endMs = parseDate(parameters, 'before', 'To');
	if (startMs === undefined && endMs === undefined)
		throw new ParameterError(
			"A custom time range needs 'From' or 'To', but both are empty",
			`${PICKER_ADVICE}. Or set 'Time Range' to All Time`,
		);
	if (startMs !== undefined && endMs !== undefined && startMs >= endMs)
		throw new ParameterError(
			"'To' must be later than 'From'",
			"Enter a later 'To' or an earlier 'From'",
		);
	return { ...(startMs !== undefined && { startMs }), ...(endMs !== undefined && { endMs }) };
}

/** Reads a date in epoch milliseconds; undefined if the field is empty. @throws ParameterError */
export function parseDate(
	parameters: NodeParameters,
	name: string,
	label: string,
): number | undefined {
	return readField(parameters, name, label, (value) =>
		toEpochMs(value, label, parameters.timezone),
	);
}
