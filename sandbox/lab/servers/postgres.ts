import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CommandRun } from '../../command/command';
import { freePort } from '../../processes/freePort';
import type { Account } from '../../processes/nativeProgram';
import { spawnProgram } from '../../processes/nativeProgram';
import { unprivilegedAccount } from './account';
import { findProgram } from './programs';
import type { RestartableServer } from './restartableServer';
import { startServer, temporaryDataFolder } from './restartableServer';

/** A PostgreSQL of our own on the loopback interface, with an empty database for n8n. */
export interface Postgres {
	readonly server: RestartableServer;
	/** How a client of it is told where it is. */
	readonly clientEnv: NodeJS.ProcessEnv;
	/** How n8n is. */
	readonly variables: Readonly<Record<string, string>>;
}

const HOST = '127.0.0.1';
const USER = 'n8n';
const DATABASE = 'n8n';

function find(program: string): string {
	return findProgram(program, 'postgresql');
}

interface DataFolder {
	/** Owned by whom PostgreSQL runs as. */
	readonly folder: string;
	readonly data: string;
	readonly password: string;
	readonly account: Account | undefined;
}

async function createDataFolder(parent: string): Promise<DataFolder> {
	const folder = join(parent, 'postgres');
	const data = join(folder, 'data');
	const passwordFile = join(folder, 'password');
	const password = randomBytes(16).toString('hex');
	const account = await unprivilegedAccount();
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	writeFileSync(passwordFile, password, { mode: 0o600 });
	if (account) {
		for (const path of [folder, passwordFile]) chownSync(path, account.uid, account.gid);
	}
	await promisify(execFile)(
		find('initdb'),
		[
			`--pgdata=${data}`,
			`--username=${USER}`,
			`--pwfile=${passwordFile}`,
			'--auth=scram-sha-256',
			'--encoding=UTF8',
			'--locale=C',
			'--no-sync',
		],
		{ ...account, cwd: folder, env: { PATH: process.env.PATH } },
	);
	return { folder, data, password, account };
}

/** Starts a PostgreSQL on no data, to be stopped with the run. Its log goes to a folder. */
export async function startPostgres(logs: string, run: CommandRun): Promise<Postgres> {
	const { folder, data, password, account } = await createDataFolder(temporaryDataFolder(run));
	const logPath = join(logs, 'postgres.log');
	const port = String(await freePort());
	const connection = ['-h', HOST, '-p', port, '-U', USER];
	const env = { PATH: process.env.PATH, PGPASSWORD: password };
	const ask = promisify(execFile);
	const settings = [
		`listen_addresses=${HOST}`,
		`port=${port}`,
		'unix_socket_directories=',
		// Whatever is left behind after a kill is left in the folder.
		'dynamic_shared_memory_type=mmap',
	];
	const spawn = () =>
		spawnProgram({
			program: find('postgres'),
			args: ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
			account,
			cwd: folder,
			env: { PATH: process.env.PATH },
			logPath,
			// The others wait for connections to be closed, or close without a checkpoint.
			endSignal: 'SIGINT',
		});
	const isReady = async () => {
		const asked = ask(find('pg_isready'), connection, { env });
		return (await asked.catch(() => undefined)) !== undefined;
	};
	const server = await startServer({ name: 'PostgreSQL', logPath, spawn, isReady }, run);
	await ask(find('createdb'), [...connection, DATABASE], { env });
	return {
		server,
		clientEnv: {
			PGHOST: HOST,
			PGPORT: port,
			PGUSER: USER,
			PGPASSWORD: password,
			PGDATABASE: DATABASE,
		},
		variables: {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: HOST,
			DB_POSTGRESDB_PORT: port,
			DB_POSTGRESDB_USER: USER,
			DB_POSTGRESDB_PASSWORD: password,
			DB_POSTGRESDB_DATABASE: DATABASE,
		},
	};
}
