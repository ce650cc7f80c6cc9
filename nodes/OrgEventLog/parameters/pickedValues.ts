import { isJsonObject } from '../json/jsonValues';

/**
 * The value itself where a field was picked from a list: n8n stores how it was picked along with it.
 * Anything else is the value already, as in workflows from before there were lists.
 */
export function valueOfPicked(stored: unknown): unknown {
	return isJsonObject(stored) && stored.__rl === true ? stored.value : stored;
}
