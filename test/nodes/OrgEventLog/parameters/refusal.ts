import { ParameterError } from '../../../../nodes/OrgEventLog/errors/parameterError';

/** How `parse` refuses. @throws where it refuses nothing, or with another error. */
export function refusalOf(parse: () => unknown): ParameterError {
	try {
		parse();
	} catch (error) {
		if (error instanceof ParameterError) return error;
		throw error;
	}
	throw new Error('Nothing was refused');
}
