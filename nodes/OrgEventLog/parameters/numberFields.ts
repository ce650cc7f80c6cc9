import { ParameterError } from '../errors/parameterError';
import { describeType, isPrimitive } from '../json/jsonValues';
import { toPlainText } from '../text/sentences';
import { type NodeParameters, optionsOf, readField } from './readField';

interface NumberField {
	readonly label: string;
	readonly default: number;
	readonly min: number;
	readonly max?: number;
}

const OPTION_FIELDS = {
	pageSize: { label: 'Page Size', default: 1000, min: 1, max: 10_000 },
	maxParallelRequests: { label: 'Max Parallel Requests', default: 4, min: 1, max: 16 },
	/** A request may take so many milliseconds. */
	timeout: { label: 'Timeout', default: 60_000, min: 1, max: 86_400_000 },
	skip: { label: 'Skip', default: 0, min: 0 },
	/** Auditors select 25 events unless they are given another number. */
	sampleSize: { label: 'Sample Size', default: 25, min: 1, max: 10_000 },
	heartbeatMinutes: { label: 'Heartbeat (Minutes)', default: 0, min: 0, max: 10_080 },
	lateEventWindow: { label: 'Late Event Window (Minutes)', default: 5, min: 0, max: 1440 },
	maxEventsPerPoll: { label: 'Max Events per Poll', default: 5_000, min: 1 },
} as const satisfies Record<string, NumberField>;

/** The editor isn't told the limits, because it would change a number outside them without a word. */
export const NUMBER_FIELDS = {
	limit: { label: 'Limit', default: 50, min: 1 },
	lastAmount: { label: 'Last', default: 24, min: 1 },
	suppressRepeats: { label: 'Suppress Repeats (Minutes)', default: 0, min: 0, max: 10_080 },
	burstCount: { label: 'Burst Count', default: 5, min: 2, max: 1_000 },
	burstMinutes: { label: 'Burst Minutes', default: 10, min: 1, max: 60 },
	...OPTION_FIELDS,
} as const satisfies Record<string, NumberField>;

export type NumberFieldName = keyof typeof NUMBER_FIELDS;

/** Takes a text of digits, too. @throws ParameterError for anything but a whole number within the field's limits */
function toNumber(value: unknown, name: NumberFieldName): number {
	const { label, min, max = Infinity }: NumberField = NUMBER_FIELDS[name];
	const number = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
	const isWhole = typeof number === 'number' && Number.isSafeInteger(number);
	if (isWhole && number >= min && number <= max) return number;
	const limits = describeLimits(name);
	throw new ParameterError(
		`'${label}' must be a whole number, ${limits}, not ${describeEnteredValue(value)}`,
		`Enter a whole number, ${limits}, or an expression that returns one`,
	);
}

/** Only the type of an object is shown, because it may hold anything, and failures may be shown to anybody. */
function describeEnteredValue(value: unknown): string {
	if (isPrimitive(value) && value !== '') return toPlainText(String(value), 20);
	return value === '' ? 'an empty text' : describeType(value);
}

/** Puts the limits of a field into words: "1 or more", "1 to 10,000". */
export function describeLimits(name: NumberFieldName): string {
	const { min, max }: NumberField = NUMBER_FIELDS[name];
	return max === undefined ? `${min} or more` : `${min} to ${max.toLocaleString('en-US')}`;
}

/** Reads a number; an option has its default if it was not added, or is empty. @throws ParameterError */
export function readNumber(parameters: NodeParameters, name: NumberFieldName): number {
	const { default: defaultValue } = NUMBER_FIELDS[name];
	if (name in OPTION_FIELDS) return readNumberOption(parameters, name) ?? defaultValue;
	return toNumber(parameters.get(name, defaultValue), name);
}

/** Reads a number of Options; undefined if it was not added, or is empty. @throws ParameterError */
export function readNumberOption(
	parameters: NodeParameters,
	name: NumberFieldName,
): number | undefined {
	const { label } = NUMBER_FIELDS[name];
	return readField(optionsOf(parameters), name, label, (value) => toNumber(value, name));
}
