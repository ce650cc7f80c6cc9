import { isJsonObject, type JsonObject } from '../json/jsonValues';

/**
 * The value itself of a field with a list: n8n stores how it was picked along with it, and leaves out the mark
 * `__rl` where the field was added and left as it stands. Anything else is the value already, as an expression
 * gives it.
 */
export function valueOfPicked(stored: unknown): unknown {
	return isLocator(stored) ? stored.value : stored;
}

/**
 * Whether a field, as it is stored, was chosen from its list: then its commas and semicolons are the log's own. An
 * expression is stored in the mode in which it was begun.
 */
export function isChosen(stored: unknown): boolean {
	if (!isLocator(stored) || stored.mode !== 'list') return false;
	return typeof stored.value === 'string' && !stored.value.startsWith('=');
}

function isLocator(stored: unknown): stored is JsonObject {
	return isJsonObject(stored) && ('__rl' in stored || 'mode' in stored);
}
