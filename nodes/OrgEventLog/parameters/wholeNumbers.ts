import { ParameterError } from './parameterError';

/**
 * A whole number of at least `least` and at most `most`, given as a number or as digits.
 * @throws ParameterError for anything else.
 */
export function toWholeNumber(
	value: unknown,
	field: string,
	{ least, most = Number.MAX_SAFE_INTEGER }: { least: number; most?: number },
): number {
	const number = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
	if (typeof number === 'number' && Number.isSafeInteger(number)) {
		if (number >= least && number <= most) return number;
	}
	const range = most === Number.MAX_SAFE_INTEGER ? `${least} or more` : `from ${least} to ${most}`;
	throw new ParameterError(
		field,
		`'${field}' takes a whole number, ${range}`,
		`Enter a whole number, ${range}, or an expression that delivers one`,
	);
}
