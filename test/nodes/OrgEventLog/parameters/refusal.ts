import { ParameterError } from '../../../../nodes/OrgEventLog/errors/parameterError';
import type { NodeParameters } from '../../../../nodes/OrgEventLog/parameters/readField';

/** The parameters of a node that has these, and no other. */
export function parametersOf(
	given: Readonly<Record<string, unknown>>,
	timezone = 'UTC',
): NodeParameters {
	const get = (name: string, fallback?: unknown) => (name in given ? given[name] : fallback);
	return { get, stored: given, timezone };
}

/** How `parse` refuses, and the field that it says that of. @throws where it refuses nothing, or with another error. */
export function refusalOf(parse: () => unknown) {
	try {
		parse();
	} catch (error) {
		if (error instanceof ParameterError) {
			const { message, advice } = error;
			return { message, advice, field: /'([^']+)'/.exec(message)?.[1] };
		}
		throw error;
	}
	throw new Error('Nothing was refused');
}
