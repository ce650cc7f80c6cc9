import { isJsonObject, isStringArray } from '../jsonGuards';

/** What one execution of a workflow handed to the sink. */
export interface Delivery {
	/** n8n's own id of the execution. */
	readonly executionId: string;
	/** Ids of the events, in the order in which they came. */
	readonly eventIds: readonly string[];
	readonly receivedAtMs: number;
}

/** Reads `{"executionId": "7", "eventIds": ["…"]}`. @throws TypeError for anything else */
export function parseDelivery(body: unknown, receivedAtMs: number): Delivery {
	if (!isJsonObject(body)) throw new TypeError('A delivery is an object');
	const { executionId, eventIds } = body;
	if (typeof executionId !== 'string' || executionId === '') {
		throw new TypeError('A delivery names its execution: executionId');
	}
	if (!isStringArray(eventIds)) throw new TypeError('A delivery lists ids of events: eventIds');
	return { executionId, eventIds, receivedAtMs };
}
