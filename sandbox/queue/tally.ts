import type { CreatedEvent } from '../service';
import type { QueueExecution } from './n8nTables';

/** What became of the events that were created, by n8n's own database. */
export interface QueueTally {
	readonly created: number;
	/** Different events, of those created, that n8n handed to an execution. */
	readonly delivered: number;
	readonly lost: number;
	/** How often an event was handed to an execution beyond its first. */
	readonly duplicates: number;
	/** Of the duplicates: said to be a repetition after a restart. */
	readonly redelivered: number;
	/** Different events from before the activation. */
	readonly unexpected: number;
	/** Different events that only executions held that n8n did not bring to their end. */
	readonly unfinished: number;
}

function countDuplicates(executions: readonly QueueExecution[]) {
	const seen = new Set<string>();
	let duplicates = 0;
	let redelivered = 0;
	for (const { eventIds, redeliveredIds } of executions) {
		const said = new Set(redeliveredIds);
		for (const id of eventIds) {
			if (!seen.has(id)) {
				seen.add(id);
				continue;
			}
			duplicates++;
			if (said.has(id)) redelivered++;
		}
	}
	return { duplicates, redelivered };
}

function idsOf(executions: readonly QueueExecution[]): Set<string> {
	return new Set(executions.flatMap(({ eventIds }) => eventIds));
}

/** Compares what was created with what the trigger's executions were given, by the order of their ids. */
export function tallyExecutions(
	created: readonly CreatedEvent[],
	executions: readonly QueueExecution[],
): QueueTally {
	const expected = new Set(created.map(({ id }) => id));
	const deliveries = executions.filter(({ isDelivery }) => isDelivery);
	const delivered = idsOf(deliveries);
	const finished = idsOf(deliveries.filter(({ status }) => status === 'success'));
	const known = [...delivered].filter((id) => expected.has(id));
	return {
		created: expected.size,
		delivered: known.length,
		lost: expected.size - known.length,
		...countDuplicates(deliveries),
		unexpected: delivered.size - known.length,
		unfinished: known.filter((id) => !finished.has(id)).length,
	};
}
