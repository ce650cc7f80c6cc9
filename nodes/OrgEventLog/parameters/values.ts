import { ParameterError } from '../errors/parameterError';
import { isJsonObject, type JsonObject, memberOf } from '../json/jsonValues';
import { isDateObject } from './instants';

/** The parameters of a node, for one input item where it has items; their expressions resolved. */
export interface NodeParameters {
	readonly get: (name: string, fallback?: unknown) => unknown;
	/** The same as they are stored, with their expressions as they stand. */
	readonly stored: JsonObject;
	/** The workflow's. */
	readonly timezone: string;
}

/** Whether nothing was entered: an expression may deliver null or undefined, the editor ''. */
export function isBlank(value: unknown): value is undefined | null | '' {
	return value === undefined || value === null || (typeof value === 'string' && !value.trim());
}

/** Whether a value, as it is stored, is an expression. */
export function isExpression(stored: unknown): stored is string {
	return typeof stored === 'string' && stored.startsWith('=');
}

/**
 * Refuses the result of an expression that fails or finds nothing, also where blanks or other parts that find
 * nothing stand beside it; n8n doesn't tell these apart. If the filter or bound were ignored, events would pass
 * that nobody asked for. A field that is left empty holds an empty text, or null.
 *
 * @param stored the value as it is stored, with its expression as it stands
 * @throws ParameterError
 */
export function requireValue(value: unknown, field: string, stored: unknown): void {
	if (!isBlank(value)) return;
	const isTyped =
		typeof stored === 'string' ? !isExpression(stored) : stored === null || Array.isArray(stored);
	const isOfParts = typeof stored === 'string' && stored.includes('}}{{');
	if (isTyped || (value === '' && !isOfParts)) return;
	throw new ParameterError(
		`'${field}' has an expression that returns nothing`,
		"Correct the expression. It may refer to something that does not exist. To leave the field empty on purpose, return an empty text ('')",
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
		`'${field}' must be one of the values on its list`,
		`Choose a value from the list, or return one of these from the expression: ${allowed.join(', ')}`,
	);
}

/**
 * What an option holds, or an empty text where it was not added.
 * @throws ParameterError where an expression gives nothing
 */
export function optionValue({ get, stored }: NodeParameters, name: string, label: string): unknown {
	const options = toCollection(get('options', {}));
	if (!(name in options)) return '';
	requireValue(options[name], label, memberOf(stored.options, name));
	return options[name];
}

/** The allowed word that an option holds; the first one where it was not added, or is empty. @throws ParameterError */
export function readChoice<Word extends string>(
	parameters: NodeParameters,
	name: string,
	label: string,
	allowed: readonly [Word, ...Word[]],
): Word {
	const value = optionValue(parameters, name, label);
	return isBlank(value) ? allowed[0] : toOneOf(allowed, value, label);
}

/**
 * The values of a collection by their names. n8n itself keeps only the fields that a collection has, and
 * nothing where something else stands in its place, such as an expression (n8n-workflow, `getNodeParameters`).
 */
export function toCollection(value: unknown): JsonObject {
	return isJsonObject(value) ? value : {};
}

/**
 * What a language model fills in: it leaves out what it doesn't want, as people leave it empty. Any other expression
 * that gives nothing is one that finds nothing.
 *
 * @param stored the value as it is stored, with its expressions as they stand
 */
export function leftOutAsEmpty(value: unknown, stored: unknown): unknown {
	if (value === undefined || value === null) return isOfModel(stored) ? '' : value;
	if (!isJsonObject(value) || isDateObject(value)) return value;
	const storedOf = (name: string) => (isExpression(stored) ? stored : memberOf(stored, name));
	return Object.fromEntries(
		Object.entries(value).map(([name, member]) => [name, leftOutAsEmpty(member, storedOf(name))]),
	);
}

/** n8n's function for what a model says, in any letter case. */
function isOfModel(stored: unknown): boolean {
	return isExpression(stored) && /\$fromAI\b/i.test(stored);
}
