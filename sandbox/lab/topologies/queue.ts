import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createEmptyInstance } from '../../n8n/instance';
import { N8nProcess } from '../../n8n/n8nProcess';
import type { PollingMode } from '../../n8n/settings';
import { freePort } from '../../processes/freePort';
import { startPostgres } from '../servers/postgres';
import { startRedis } from '../servers/redis';
import type { RestartableServer } from '../servers/restartableServer';
import { WITHOUT_EDITOR, type N8n, type Topology } from './topology';

/** An n8n of several processes, each with a folder and a copy of the package of its own. */
export interface QueueN8n extends N8n {
	readonly workers: readonly N8nProcess[];
	readonly redis: RestartableServer;
	readonly postgres: RestartableServer;
}

interface QueueMode {
	readonly pollingMode: PollingMode;
	/** Where n8n keeps the files that executions make. */
	readonly binaryData: 'database' | 'filesystem';
}

type Variables = Readonly<Record<string, string>>;

const WORKERS = ['worker 1', 'worker 2'];

/** A worker says at a port of its own whether it is ready. */
function workerVariables(port: number): Variables {
	return {
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
	};
}

/** n8n in queue mode: a main and two workers, with Redis and PostgreSQL. */
export function queue({ pollingMode, binaryData }: QueueMode): Topology<QueueN8n> {
	return async ({ base, folder, timezone, port }, run) => {
		const redis = await startRedis(folder, run);
		const postgres = await startPostgres(folder, run);
		const storage = join(folder, 'storage');
		mkdirSync(storage);
		const shared = {
			...WITHOUT_EDITOR,
			EXECUTIONS_MODE: 'queue',
			OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
			N8N_ENCRYPTION_KEY: randomBytes(24).toString('base64'),
			N8N_DEFAULT_BINARY_DATA_MODE: binaryData,
			...(binaryData === 'filesystem' ? { N8N_BINARY_DATA_STORAGE_PATH: storage } : {}),
			...redis.variables,
			...postgres.variables,
		};
		const create = async (name: string, variables: Variables, at?: number) =>
			await createEmptyInstance(base, {
				...{ userFolder: join(folder, name), timezone, pollingMode, port: at },
				...{ hasOwnDatabase: true, variables: { ...shared, ...variables } },
			});
		const main = new N8nProcess(await create('main', {}, port), run, 'main');
		const workers: N8nProcess[] = [];
		for (const name of WORKERS) {
			const own = await freePort();
			const n8n = await create(name, workerVariables(own), own);
			workers.push(new N8nProcess(n8n, run, name, 'worker'));
		}
		return {
			...{ main, workers, redis: redis.server, postgres: postgres.server },
			database: { env: postgres.clientEnv },
			start: async () => {
				// It sets up the database, which only one may do.
				await main.start();
				await Promise.all(workers.map((worker) => worker.start()));
			},
			stop: async () => {
				await Promise.all([main, ...workers].map((process) => process.stop()));
			},
		};
	};
}
