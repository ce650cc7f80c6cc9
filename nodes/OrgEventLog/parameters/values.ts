import { ParameterError } from '../errors/parameterError';
import { isJsonObject, type JsonObject } from '../json/jsonValues';

/** Whether nothing was entered: an expression may deliver null or undefined, the editor ''. */
export function isBlank(value: unknown): value is undefined | null | '' {
	return value === undefined || value === null || (typeof value === 'string' && !value.trim());
}

/**
 * Refuses what an expression gives that fails or finds nothing, which n8n takes for one and the same. As a
 * filter or a bound that is quietly not there it would let through what nobody asked for. A field that
 * is left empty holds an empty text.
 * @throws ParameterError
 */
export function refuseNothing(value: unknown, field: string): void {
	if (value !== undefined && value !== null) return;
	throw new ParameterError(
		field,
		`'${field}' has an expression that gives nothing`,
		"Correct the expression: it may name something that this input item does not have. Where nothing is meant, have it give an empty text ('')",
	);
}

/** The allowed word that `value` is. @throws ParameterError for anything else. */
export function toOneOf<Word extends string>(
	allowed: readonly Word[],
	value: unknown,
	field: string,
): Word {
	const word = allowed.find((candidate) => candidate === value);
	if (word !== undefined) return word;
	throw new ParameterError(
		field,
		`'${field}' must be one of the values on its list`,
		`Choose a value from the list, or have the expression return one of: ${allowed.join(', ')}`,
	);
}

/** The least and the greatest number that a field takes. */
export interface NumberRange {
	readonly min: number;
	/** Any number unless given. */
	readonly max?: number;
}

/**
 * A whole number within its limits, given as a number or as digits.
 * @throws ParameterError for anything else.
 */
export function toWholeNumber(
	value: unknown,
	field: string,
	{ min, max = Number.MAX_SAFE_INTEGER }: NumberRange,
): number {
	const number = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
	if (typeof number === 'number' && Number.isSafeInteger(number)) {
		if (number >= min && number <= max) return number;
	}
	const range = max === Number.MAX_SAFE_INTEGER ? `${min} or more` : `from ${min} to ${max}`;
	throw new ParameterError(
		field,
		`'${field}' must be a whole number, ${range}`,
		`Enter a whole number, ${range}, or an expression that returns one`,
	);
}

/** The same, or the default where nothing is entered. @throws ParameterError for anything else. */
export function toWholeNumberOr(
	defaultNumber: number,
	value: unknown,
	field: string,
	range: NumberRange,
): number {
	return isBlank(value) ? defaultNumber : toWholeNumber(value, field, range);
}

/**
 * Whether a switch is on; an expression may deliver it as text.
 * @throws ParameterError for what is neither true nor false: taken for off, it would change the
 * result without a word.
 */
export function toSwitch(value: unknown, field: string, defaultSwitch: boolean): boolean {
	if (isBlank(value)) return defaultSwitch;
	const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
	if (word === true || word === 'true') return true;
	if (word === false || word === 'false') return false;
	throw new ParameterError(
		field,
		`'${field}' is either on or off`,
		'Turn it on or off, or have the expression return true or false',
	);
}

/** The named values of a collection. @throws ParameterError for anything else. */
export function toCollection(value: unknown, name: 'filters' | 'options'): JsonObject {
	if (isBlank(value)) return {};
	if (isJsonObject(value)) return value;
	throw new ParameterError(
		name,
		`The ${name} are not a set of named values`,
		'Set each field by itself, or have the expression return an object with their names',
	);
}
