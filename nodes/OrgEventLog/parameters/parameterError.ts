/**
 * A parameter that can't be used. The message names the field as the editor does and says what is
 * the matter; `advice` says what to enter instead.
 */
export class ParameterError extends Error {
	override readonly name = 'ParameterError';

	constructor(
		readonly field: string,
		message: string,
		readonly advice: string,
	) {
		super(message);
	}
}

/** Whether nothing was entered: an expression may deliver null or undefined, the editor ''. */
export function isBlank(value: unknown): value is undefined | null | '' {
	return value === undefined || value === null || (typeof value === 'string' && !value.trim());
}
