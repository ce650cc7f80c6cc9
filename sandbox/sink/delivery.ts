/** What one execution of a workflow handed to the sink. */
export interface Delivery {
	/** n8n's own id of the execution. */
	readonly executionId: string;
	/** Ids of the events, in the order in which they came. */
	readonly eventIds: readonly string[];
	readonly receivedAtMs: number;
}

type Fields = { readonly [name: string]: unknown };

function isFields(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is string[] {
	return Array.isArray(value) && value.every((member) => typeof member === 'string');
}

/** Reads `{"executionId": "7", "eventIds": ["…"]}`. @throws TypeError for anything else */
export function parseDelivery(body: unknown, receivedAtMs: number): Delivery {
	if (!isFields(body)) throw new TypeError('A delivery is an object');
	const { executionId, eventIds } = body;
	if (typeof executionId !== 'string' || executionId === '') {
		throw new TypeError('A delivery names its execution: executionId');
	}
	if (!isTexts(eventIds)) throw new TypeError('A delivery lists ids of events: eventIds');
	return { executionId, eventIds, receivedAtMs };
}
