import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isJsonObject, isStringArray } from '../jsonGuards';
import { DELIVERY_WORKFLOW, TRIGGER_TYPE } from '../n8n/imports';
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

/** n8n's database after a kill, or at the end. */
export interface Snapshot {
	readonly executions: readonly StoredExecution[];
	/** Creation time of the newest event that the saved state counts as consumed. */
	readonly savedWatermarkMs: number;
}

const SCRIPT = join(__dirname, 'readDatabase.cjs');
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

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

function toSnapshot(value: unknown): Snapshot {
	if (!isJsonObject(value) || !Array.isArray(value.executions))
		throw new TypeError('Not a snapshot');
	const { executions, state } = value;
	const watermark = isJsonObject(state) ? Number(state.watermarkMs) : Number.NaN;
	return {
		executions: executions.map(parseExecution),
		savedWatermarkMs: Number.isNaN(watermark) ? 0 : watermark,
	};
}

/** Where n8n keeps its database, and SQLite its journal. */
export function databaseOf({ settings }: N8nInstance) {
	const folder = join(settings.userFolder, '.n8n');
	return { folder, path: join(folder, 'database.sqlite'), journal: 'database.sqlite-wal' };
}

/** Reads n8n's database, changing nothing; n8n may be running. @throws Error when it can't be read */
export async function readDatabase(n8n: N8nInstance): Promise<Snapshot> {
	const { stdout } = await promisify(execFile)(
		n8n.installation.nodePath,
		[SCRIPT, databaseOf(n8n).path, DELIVERY_WORKFLOW, TRIGGER_TYPE],
		{ maxBuffer: MAX_OUTPUT_BYTES, env: { NODE_NO_WARNINGS: '1' } },
	);
	return toSnapshot(JSON.parse(stdout));
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
