import { isJsonObject, memberOf } from '../json/jsonValues';
import { isDateObject } from './enteredDates';
import { isExpression } from './readField';

/**
 * Turns a field that a language model has left out into an empty one, as people leave it. Any other expression that
 * gives nothing is one that finds nothing, and stays as it is.
 */
export function replaceLeftOut(value: unknown, stored: unknown): unknown {
	if (value === undefined || value === null) return isOfModel(stored) ? '' : value;
	if (!isJsonObject(value) || isDateObject(value)) return value;
	const storedOf = (name: string) => (isExpression(stored) ? stored : memberOf(stored, name));
	return Object.fromEntries(
		Object.entries(value).map(([name, member]) => [name, replaceLeftOut(member, storedOf(name))]),
	);
}

/** n8n takes the name of its function for a model's words in any letter case. */
function isOfModel(stored: unknown): boolean {
	return isExpression(stored) && /\$fromAI\b/i.test(stored);
}
