import { ParameterError } from '../errors/parameterError';
import { type JsonObject, isJsonObject } from '../json/jsonValues';

/** The node has these for each of its input items, and the trigger once. */
export interface NodeParameters {
	/** Gives a parameter with its expressions resolved. */
	readonly get: (name: string, fallback?: unknown) => unknown;
	/** These are as the workflow stores them: an expression is a text that begins with an equals sign. */
	readonly stored: Readonly<Record<string, unknown>>;
	/** This is n8n's timezone if the workflow has none of its own. */
	readonly timezone: string;
}

/** Gives true for an empty field, or one of spaces alone: an expression may give null or undefined, the editor gives ''. */
export function isBlank(value: unknown): value is undefined | null | '' {
	return value === undefined || value === null || (typeof value === 'string' && !value.trim());
}

export function isExpression(stored: unknown): stored is string {
	return typeof stored === 'string' && stored.startsWith('=');
}

/**
 * Refuses the result of an expression that fails or finds nothing: without the filter or bound, events would pass that
 * nobody asked for. A field that is left empty holds an empty text, or null. @throws ParameterError
 */
export function refuseEmptyExpression(value: unknown, label: string, stored: unknown): void {
	if (!isBlank(value)) return;
	const isEnteredByHand =
		typeof stored === 'string' ? !isExpression(stored) : stored === null || Array.isArray(stored);
	// n8n joins expressions side by side to a text, which is empty if each of them finds nothing.
	const hasJoinedExpressions = typeof stored === 'string' && stored.includes('}}{{');
	if (isEnteredByHand || (value === '' && !hasJoinedExpressions)) return;
	throw new ParameterError(
		`'${label}' has an expression that returns nothing`,
		"Correct the expression. It may refer to something that does not exist. To leave the field empty on purpose, return an empty text ('')",
	);
}

/** Reads a field; undefined if it is empty, or an option that was not added. @throws ParameterError */
export function readField<Value>(
	{ get, stored }: NodeParameters,
	name: string,
	label: string,
	parse: (value: unknown, label: string) => Value,
): Value | undefined {
	const value = get(name, '');
	refuseEmptyExpression(value, label, stored[name]);
	return isBlank(value) ? undefined : parse(value, label);
}

/** Gives the fields of Options, as if they were the node's own. */
export function optionsOf({ get, stored, timezone }: NodeParameters): NodeParameters {
	const options = toCollection(get('options', {}));
	return {
		get: (name, fallback) => (name in options ? options[name] : fallback),
		stored: toCollection(stored.options),
		timezone,
	};
}

/** Takes any letter case. @throws ParameterError for another value, or none */
export function toAllowedValue<Value extends string>(
	allowed: readonly Value[],
	value: unknown,
	label: string,
): Value {
	const text = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
	const match = allowed.find((candidate) => candidate.toLowerCase() === text);
	if (match !== undefined) return match;
	throw new ParameterError(
		`'${label}' must be one of the values on its list`,
		`Choose a value from the list, or return one of these from the expression: ${allowed.join(', ')}`,
	);
}

/** Gives an empty collection for anything but an object, as n8n's `getNodeParameters` does. */
export function toCollection(value: unknown): JsonObject {
	return isJsonObject(value) ? value : {};
}

/** Gives the value of a locator, and anything else as it is: an expression may give the value itself. */
export function valueOfLocator(value: unknown): unknown {
	return isLocator(value) ? value.value : value;
}

/** An expression keeps the mode 'list' if it was begun there, but nobody picked its value. */
export function isPickedFromList(stored: unknown): boolean {
	if (!isLocator(stored) || stored.mode !== 'list') return false;
	return typeof stored.value === 'string' && !isExpression(stored.value);
}

function isLocator(stored: unknown): stored is JsonObject {
	return isJsonObject(stored) && ('__rl' in stored || 'mode' in stored);
}
