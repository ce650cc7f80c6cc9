import { join } from 'node:path';
import { isJsonObject, isStringArray } from '../jsonGuards';
import type { N8nInstance } from '../n8n/settings';

/** One run of the delivery workflow, as n8n's database has it. */
export interface StoredExecution {
	readonly id: number;
	/** `success`, `crashed`, `running`, … */
	readonly status: string;
	readonly createdAtMs: number;
	/** The events that the trigger handed to it, in order. */
	readonly eventIds: readonly string[];
	/** Those of them that it says to hand over once more, after a restart of n8n. */
	readonly redeliveredIds: readonly string[];
}

/** @throws TypeError for anything else */
export function parseExecution(value: unknown): StoredExecution {
	if (!isJsonObject(value)) throw new TypeError('Not an execution');
	const { id, status, createdAtMs, eventIds, redeliveredIds } = value;
	if (!isStringArray(eventIds) || !isStringArray(redeliveredIds)) {
		throw new TypeError('Not an execution');
	}
	const stored = { id: Number(id), status: String(status), createdAtMs: Number(createdAtMs) };
	return { ...stored, eventIds, redeliveredIds };
}

/** Where n8n keeps its database, and SQLite its journal. */
export function databaseOf({ settings }: N8nInstance) {
	const folder = join(settings.userFolder, '.n8n');
	return { folder, path: join(folder, 'database.sqlite'), journal: 'database.sqlite-wal' };
}

/** All that was seen of the executions, by id: n8n empties some that it gives up. */
export function mergeExecutions<Execution extends StoredExecution>(
	snapshots: ReadonlyArray<readonly Execution[]>,
): Execution[] {
	const byId = new Map<number, Execution>();
	for (const execution of snapshots.flat()) {
		const known = byId.get(execution.id);
		const isEmptied = execution.eventIds.length === 0 && known !== undefined;
		byId.set(execution.id, isEmptied ? { ...known, status: execution.status } : execution);
	}
	return [...byId.values()].sort((one, other) => one.id - other.id);
}
