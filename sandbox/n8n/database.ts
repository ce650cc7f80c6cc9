import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isJsonObject, isStringArray } from '../jsonGuards';
import { DELIVERY_WORKFLOW, TRIGGER_TYPE } from './imports';
import type { N8nInstallation } from './installation';
import type { N8nSettings } from './settings';

/** A file that an execution has made. */
export interface StoredFile {
	/** What n8n refers to it by: where it is kept, a colon and the rest. */
	readonly binaryId: string;
	readonly manifest: Readonly<Record<string, unknown>>;
}

/** One run of a workflow, as n8n's database has it. */
export interface StoredExecution {
	readonly id: number;
	/** `success`, `crashed`, `running`, … */
	readonly status: string;
	readonly createdAtMs: number;
	/** Whether the trigger of the delivery workflow has started it. */
	readonly isDelivery: boolean;
	/** The events that the trigger handed to it, in order. */
	readonly eventIds: readonly string[];
	/** Those of them that it says to hand over once more, after a restart of n8n. */
	readonly redeliveredIds: readonly string[];
	readonly file?: StoredFile;
}

/** n8n's database at one time. */
export interface Snapshot {
	readonly executions: readonly StoredExecution[];
	/** Creation time of the newest event that the saved state of the trigger counts as consumed; 0 without one. */
	readonly savedWatermarkMs: number;
}

/** Where a database is: a file, or the environment of a client of PostgreSQL. */
export type DatabasePlace = { readonly path: string } | { readonly env: NodeJS.ProcessEnv };

const SCRIPT = join(__dirname, 'readDatabase.cjs');
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/** Where n8n keeps its database by default, and SQLite its journal. */
export function sqliteOf({ userFolder }: N8nSettings) {
	const folder = join(userFolder, '.n8n');
	return { folder, path: join(folder, 'database.sqlite'), journal: 'database.sqlite-wal' };
}

function toFile(value: unknown): StoredFile | undefined {
	if (!isJsonObject(value) || !isJsonObject(value.manifest)) return undefined;
	return { binaryId: String(value.binaryId), manifest: value.manifest };
}

function toExecution(value: unknown): StoredExecution {
	if (!isJsonObject(value)) throw new TypeError('Not an execution');
	const { id, status, createdAtMs, isDelivery, eventIds, redeliveredIds } = value;
	if (!isStringArray(eventIds) || !isStringArray(redeliveredIds)) {
		throw new TypeError('Not an execution');
	}
	const file = toFile(value.file);
	return {
		...{ id: Number(id), status: String(status), createdAtMs: Number(createdAtMs) },
		...{ isDelivery: isDelivery === true, eventIds, redeliveredIds },
		...(file === undefined ? {} : { file }),
	};
}

/** Reads n8n's database, changing nothing; n8n may be running. @throws Error when it can't be read */
export async function readDatabase(
	{ nodePath }: N8nInstallation,
	place: DatabasePlace,
): Promise<Snapshot> {
	const path = 'path' in place ? place.path : undefined;
	const asked = { path, workflow: DELIVERY_WORKFLOW, triggerType: TRIGGER_TYPE };
	const env = { NODE_NO_WARNINGS: '1', ...('env' in place ? place.env : {}) };
	const { stdout } = await promisify(execFile)(nodePath, [SCRIPT, JSON.stringify(asked)], {
		maxBuffer: MAX_OUTPUT_BYTES,
		env,
	});
	const read: unknown = JSON.parse(stdout);
	if (!isJsonObject(read) || !Array.isArray(read.executions)) throw new TypeError('Not a snapshot');
	const savedWatermarkMs = Number(read.savedWatermarkMs);
	return { executions: read.executions.map(toExecution), savedWatermarkMs };
}
