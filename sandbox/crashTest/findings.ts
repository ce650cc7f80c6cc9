import type { CreatedEvent } from '../service';
import { isStateSaved, writtenAt } from './kill';
import type { StoredExecution } from './n8nDatabase';
import type { ScenarioRecord } from './scenario';

/** A delivery of an event beyond its first. */
interface Duplicate {
	readonly eventId: string;
	/** The execution that had the event before. */
	readonly first: number;
	readonly again: number;
	/** n8n was killed when it had created the first execution and not yet saved the state. */
	readonly isExplained: boolean;
	/** The item says that it is a repetition. */
	readonly isRedelivered: boolean;
}

/** An event that no execution was given. */
interface Loss {
	readonly eventId: string;
	/** n8n was killed when it had saved the state and not yet created the execution. */
	readonly isExplained: boolean;
}

/** Whether a kill between two executions left the first one created and its state unsaved. */
function wasStateUnsaved(
	first: StoredExecution,
	again: StoredExecution,
	{ kills, created }: ScenarioRecord,
): boolean {
	const between = kills.find(({ atMs }) => atMs >= first.createdAtMs && atMs <= again.createdAtMs);
	if (between === undefined) return false;
	const ids = new Set(first.eventIds);
	return !isStateSaved(
		between,
		created.filter(({ id }) => ids.has(id)),
	);
}

/** Each delivery of an event beyond its first, by the order of the executions. */
export function findDuplicates(record: ScenarioRecord): Duplicate[] {
	const latest = new Map<string, StoredExecution>();
	const duplicates: Duplicate[] = [];
	for (const execution of record.executions) {
		const redelivered = new Set(execution.redeliveredIds);
		for (const eventId of execution.eventIds) {
			const first = latest.get(eventId);
			if (first !== undefined) {
				const isExplained = wasStateUnsaved(first, execution, record);
				const isRedelivered = redelivered.has(eventId);
				const of = { eventId, first: first.id, again: execution.id };
				duplicates.push({ ...of, isExplained, isRedelivered });
			}
			latest.set(eventId, execution);
		}
	}
	return duplicates;
}

/** Whether a poll before some kill had found the event, and only the state of it was written. */
function wasOnlyStateSaved(event: CreatedEvent, { kills, created }: ScenarioRecord): boolean {
	return kills.some(
		(kill) =>
			writtenAt(kill, created) === 'state' &&
			event.visibleAtMs <= (kill.poll?.lastRequestAtMs ?? 0),
	);
}

/** Created events that no execution was given, in the order of their creation. */
export function findLosses(record: ScenarioRecord): Loss[] {
	const delivered = new Set(record.executions.flatMap(({ eventIds }) => eventIds));
	return record.created
		.filter(({ id }) => !delivered.has(id))
		.map((event) => ({ eventId: event.id, isExplained: wasOnlyStateSaved(event, record) }));
}
