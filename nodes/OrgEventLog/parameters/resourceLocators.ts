import { type JsonObject, isJsonObject } from '../json/jsonValues';
import { isExpression } from './readField';

/**
 * Takes the value out of a resource locator, n8n's field with a list. n8n leaves out its mark `__rl` if the field was added
 * and left as it stands; an expression may give the value itself.
 */
export function valueOfLocator(stored: unknown): unknown {
	return isLocator(stored) ? stored.value : stored;
}

/** Asks whether a value was chosen from the list. An expression keeps the mode in which it was begun, but was not. */
export function isFromList(stored: unknown): boolean {
	if (!isLocator(stored) || stored.mode !== 'list') return false;
	return typeof stored.value === 'string' && !isExpression(stored.value);
}

function isLocator(stored: unknown): stored is JsonObject {
	return isJsonObject(stored) && ('__rl' in stored || 'mode' in stored);
}
