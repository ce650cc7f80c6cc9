import { ParameterError } from './parameterError';

/** The allowed word that `value` is. @throws ParameterError for anything else. */
export function oneOf<Word extends string>(
	allowed: readonly Word[],
	value: unknown,
	field: string,
): Word {
	const word = allowed.find((candidate) => candidate === value);
	if (word !== undefined) return word;
	throw new ParameterError(
		field,
		`'${field}' is set to something that is not on its list`,
		`Choose one of the list, or let the expression deliver one of: ${allowed.join(', ')}`,
	);
}
