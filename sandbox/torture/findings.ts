import type { CreatedEvent } from '../service';
import type { StoredExecution } from './n8nDatabase';
import type { Ordeal } from './ordeal';
import { isStateSaved, writtenOf } from './strike';

/** One delivery of an event too many: by which executions, and whether a kill explains it. */
export interface Repetition {
	readonly eventId: string;
	readonly first: number;
	readonly again: number;
	/** n8n was killed when it had created the first execution and not yet saved the state. */
	readonly byUnsavedState: boolean;
}

/** An event that no execution was given, and whether a kill explains it. */
export interface Loss {
	readonly eventId: string;
	/** n8n was killed when it had saved the state and not yet created the execution. */
	readonly byUncreatedExecution: boolean;
}

/** Whether a kill between two executions left the first one created and its state unsaved. */
function isUnsaved(
	first: StoredExecution,
	again: StoredExecution,
	{ strikes, created }: Ordeal,
): boolean {
	const between = strikes.find(
		({ atMs }) => atMs >= first.createdAtMs && atMs <= again.createdAtMs,
	);
	if (between === undefined) return false;
	const ids = new Set(first.eventIds);
	return !isStateSaved(
		between,
		created.filter(({ id }) => ids.has(id)),
	);
}

/** Each delivery of an event beyond its first, by the order of the executions. */
export function findRepetitions(ordeal: Ordeal): Repetition[] {
	const latest = new Map<string, StoredExecution>();
	const repetitions: Repetition[] = [];
	for (const execution of ordeal.executions) {
		for (const eventId of execution.eventIds) {
			const first = latest.get(eventId);
			if (first !== undefined) {
				const byUnsavedState = isUnsaved(first, execution, ordeal);
				repetitions.push({ eventId, first: first.id, again: execution.id, byUnsavedState });
			}
			latest.set(eventId, execution);
		}
	}
	return repetitions;
}

/** Whether the poll before some kill had found the event, and only the state of it was written. */
function isUndispatched(event: CreatedEvent, { strikes, created }: Ordeal): boolean {
	return strikes.some(
		(hit) =>
			writtenOf(hit, created) === 'state' && event.visibleAtMs <= (hit.poll?.lastRequestAtMs ?? 0),
	);
}

/** Created events that no execution was given, in the order of their creation. */
export function findLosses(ordeal: Ordeal): Loss[] {
	const delivered = new Set(ordeal.executions.flatMap(({ eventIds }) => eventIds));
	return ordeal.created
		.filter(({ id }) => !delivered.has(id))
		.map((event) => ({
			eventId: event.id,
			byUncreatedExecution: isUndispatched(event, ordeal),
		}));
}
