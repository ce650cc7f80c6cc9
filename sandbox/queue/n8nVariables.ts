import type { QueueMode } from './modes';
import type { Postgres } from './servers/postgres';
import type { Redis } from './servers/redis';

type Variables = Readonly<Record<string, string>>;

/** What all processes of one n8n share. */
interface SharedParts {
	readonly redis: Redis;
	readonly postgres: Postgres;
	readonly encryptionKey: string;
	readonly binaryData: QueueMode['binaryData'];
	/** Where all of them find files, if these are kept in the file system. */
	readonly storageFolder: string;
}

/** What the main and every worker have to have in their environment, the same in each. */
export function sharedVariables(parts: SharedParts): Variables {
	const { redis, postgres, encryptionKey, binaryData, storageFolder } = parts;
	return {
		EXECUTIONS_MODE: 'queue',
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		N8N_ENCRYPTION_KEY: encryptionKey,
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		QUEUE_BULL_REDIS_PASSWORD: redis.password,
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(postgres.port),
		DB_POSTGRESDB_DATABASE: postgres.database,
		DB_POSTGRESDB_USER: postgres.user,
		DB_POSTGRESDB_PASSWORD: postgres.password,
		N8N_DEFAULT_BINARY_DATA_MODE: binaryData,
		...(binaryData === 'filesystem' ? { N8N_BINARY_DATA_STORAGE_PATH: storageFolder } : {}),
	};
}

/** What a worker has besides: whether it is ready can be asked of it at its port. */
export function workerVariables(healthPort: number): Variables {
	return {
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(healthPort),
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
	};
}
