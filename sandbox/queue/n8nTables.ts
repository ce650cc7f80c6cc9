import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { StoredExecution } from '../crashTest/n8nDatabase';
import { parseExecution } from '../crashTest/n8nDatabase';
import { isJsonObject } from '../jsonGuards';
import { DELIVERY_WORKFLOW, TRIGGER_TYPE } from '../n8n/imports';
import type { N8nInstallation } from '../n8n/installation';
import type { Postgres } from './servers/postgres';
import { FILE_NODE } from './workflows';

/** A file that an execution has made. */
export interface StoredFile {
	/** What n8n refers to it by: where it is kept, a colon and the rest. */
	readonly binaryId: string;
	readonly manifest: Readonly<Record<string, unknown>>;
}

/** One run of any workflow, as n8n's database has it. */
export interface QueueExecution extends StoredExecution {
	/** Whether the trigger has started it. */
	readonly isDelivery: boolean;
	readonly file?: StoredFile;
}

const SCRIPT = join(__dirname, 'readTables.cjs');
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

function parseFile(value: unknown): StoredFile | undefined {
	if (!isJsonObject(value) || !isJsonObject(value.manifest)) return undefined;
	return { binaryId: String(value.binaryId), manifest: value.manifest };
}

function parseQueueExecution(value: unknown): QueueExecution {
	const execution = parseExecution(value);
	if (!isJsonObject(value)) throw new TypeError('Not an execution');
	const file = parseFile(value.file);
	return { ...execution, isDelivery: value.isDelivery === true, ...(file ? { file } : {}) };
}

/** Reads n8n's executions, changing nothing; n8n may be running. @throws Error when it can't */
export async function readTables(
	{ nodePath }: N8nInstallation,
	{ port, user, password, database }: Postgres,
): Promise<QueueExecution[]> {
	const asked = {
		triggerType: TRIGGER_TYPE,
		deliveryWorkflow: DELIVERY_WORKFLOW,
		fileNode: FILE_NODE,
	};
	const { stdout } = await promisify(execFile)(nodePath, [SCRIPT, JSON.stringify(asked)], {
		maxBuffer: MAX_OUTPUT_BYTES,
		env: {
			NODE_NO_WARNINGS: '1',
			PGHOST: '127.0.0.1',
			PGPORT: String(port),
			PGUSER: user,
			PGPASSWORD: password,
			PGDATABASE: database,
		},
	});
	const rows: unknown = JSON.parse(stdout);
	if (!Array.isArray(rows)) throw new TypeError('Not a list of executions');
	return rows.map(parseQueueExecution);
}
