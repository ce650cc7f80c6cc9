import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandRun } from '../command/command';
import type { ExternalSystems } from '../externalSystems/externalSystems';
import { DELIVERY_WORKFLOW, REPORT_WORKFLOW, importExamples } from '../n8n/imports';
import type { InstanceBase } from '../n8n/instance';
import { createEmptyInstance, temporaryUserFolder } from '../n8n/instance';
import type { N8nInstance } from '../n8n/settings';
import { Member } from './member';
import type { QueueMode } from './modes';
import { sharedVariables, workerVariables } from './n8nVariables';
import type { Postgres } from './servers/postgres';
import { startPostgres } from './servers/postgres';
import { findServerPrograms } from './servers/programs';
import type { Redis } from './servers/redis';
import { startRedis } from './servers/redis';

/** An n8n of several processes, each with a folder and a copy of the package of its own. */
export interface Cluster {
	readonly mode: QueueMode;
	/** Holds the folders and the logs of all. */
	readonly folder: string;
	readonly redis: Redis;
	readonly postgres: Postgres;
	readonly main: Member;
	readonly workers: readonly Member[];
}

interface ClusterOptions {
	readonly mode: QueueMode;
	readonly systems: ExternalSystems;
	readonly timezone: string;
	/** The editor's; any that is free unless given. */
	readonly port?: number;
}

const WORKERS = 2;

/** PostgreSQL may run as somebody else, who has to pass through the folder of its own folder. */
function temporaryDataFolder({ teardown }: CommandRun): string {
	const folder = mkdtempSync(join(tmpdir(), 'queue-mode-'));
	chmodSync(folder, 0o711);
	teardown.add(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

interface Place {
	readonly base: InstanceBase;
	readonly folder: string;
	readonly timezone: string;
	readonly mode: QueueMode;
	readonly shared: Readonly<Record<string, string>>;
}

async function createProcess(
	{ base, folder, timezone, mode, shared }: Place,
	name: string,
	variablesAt: (port: number) => Readonly<Record<string, string>>,
	wantedPort?: number,
): Promise<N8nInstance> {
	const userFolder = join(folder, name);
	const own = { hasOwnDatabase: true, port: wantedPort };
	const place = { userFolder, timezone, pollingMode: mode.mode, ...own };
	const { installation, settings } = await createEmptyInstance(base, place);
	const variables = { ...shared, ...variablesAt(settings.port) };
	const logPath = join(folder, `${name}.log`);
	return { installation, settings: { ...settings, variables, logPath } };
}

/** Starts Redis and PostgreSQL, and sets up n8n on them, the trigger and the report published; starts no n8n. */
export async function prepareCluster(
	base: InstanceBase,
	{ mode, systems, timezone, port }: ClusterOptions,
	run: CommandRun,
): Promise<Cluster> {
	const programs = findServerPrograms();
	const folder = temporaryUserFolder(`queue-${mode.mode}`);
	const folders = { data: temporaryDataFolder(run), logs: folder };
	const redis = await startRedis(programs, folders, run);
	const postgres = await startPostgres(programs, folders, run);
	const storageFolder = join(folder, 'storage');
	mkdirSync(storageFolder);
	const encryptionKey = randomBytes(24).toString('base64');
	const { binaryData } = mode;
	const shared = sharedVariables({ redis, postgres, encryptionKey, binaryData, storageFolder });
	const place = { base, folder, timezone, mode, shared };
	const main = await createProcess(place, 'main', () => ({}), port);
	const workers: Member[] = [];
	for (let number = 1; number <= WORKERS; number++) {
		const n8n = await createProcess(place, `worker-${number}`, workerVariables);
		workers.push(new Member({ name: `worker ${number}`, command: 'worker', n8n }, run));
	}
	await importExamples(
		main,
		{
			endpoints: systems.endpoints,
			publishedWorkflows: [DELIVERY_WORKFLOW, REPORT_WORKFLOW],
			triggerParameters: mode.trigger,
		},
		run.signal,
	);
	return {
		mode,
		folder,
		redis,
		postgres,
		main: new Member({ name: 'main', command: 'start', n8n: main }, run),
		workers,
	};
}

/** All processes of n8n, the main first. */
export function membersOf({ main, workers }: Cluster): Member[] {
	return [main, ...workers];
}

/** Starts every process of n8n and waits until all are ready. */
export async function startCluster(cluster: Cluster): Promise<void> {
	await Promise.all(membersOf(cluster).map((member) => member.start()));
}

/** Lets every process of n8n finish what it is at. Redis and PostgreSQL go on. */
export async function stopCluster(cluster: Cluster): Promise<void> {
	await Promise.all(membersOf(cluster).map((member) => member.stop()));
}
