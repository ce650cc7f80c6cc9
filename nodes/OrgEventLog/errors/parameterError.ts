/** The message names the field as the editor does and says why it is refused; `advice` says what to enter instead. */
export class ParameterError extends Error {
	override readonly name = 'ParameterError';

	constructor(
		message: string,
		readonly advice: string,
	) {
		super(message);
	}
}
