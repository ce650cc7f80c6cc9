import type { Delivery } from './delivery';

/** What became of the events that were created. */
export interface Tally {
	readonly created: number;
	/** Different events that arrived, of those created. */
	readonly delivered: number;
	/** Created and never delivered. */
	readonly lost: number;
	/** Deliveries of an event beyond its first. */
	readonly duplicates: number;
	/** Different events that arrived and were not created, such as those from before the activation. */
	readonly unexpected: number;
	readonly executions: number;
}

/** Compares what was created with what arrived. */
export function tallyDeliveries(
	createdIds: ReadonlySet<string>,
	deliveries: readonly Delivery[],
): Tally {
	const arrived = deliveries.flatMap(({ eventIds }) => eventIds);
	const distinct = new Set(arrived);
	const delivered = [...distinct].filter((id) => createdIds.has(id)).length;
	return {
		created: createdIds.size,
		delivered,
		lost: createdIds.size - delivered,
		duplicates: arrived.length - distinct.size,
		unexpected: distinct.size - delivered,
		executions: new Set(deliveries.map(({ executionId }) => executionId)).size,
	};
}
