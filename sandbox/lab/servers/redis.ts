import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CommandRun } from '../../command/command';
import { freePort } from '../../processes/freePort';
import { spawnProgram } from '../../processes/nativeProgram';
import { findProgram } from './programs';
import type { RestartableServer } from './restartableServer';
import { startServer, temporaryDataFolder } from './restartableServer';

/** A Redis of our own on the loopback interface. */
export interface Redis {
	readonly server: RestartableServer;
	/** How n8n is told where it is. */
	readonly variables: Readonly<Record<string, string>>;
}

const HOST = '127.0.0.1';

/** Without an append-only file a restart forgets the jobs of the last minutes. */
function configuration(port: string, password: string, folder: string): string {
	return [
		`bind ${HOST}`,
		`port ${port}`,
		`requirepass ${password}`,
		`dir "${folder}"`,
		'appendonly yes',
		'',
	].join('\n');
}

/** Starts a Redis on no data, to be stopped with the run. Its log goes to a folder. */
export async function startRedis(logs: string, run: CommandRun): Promise<Redis> {
	const folder = join(temporaryDataFolder(run), 'redis');
	const path = join(folder, 'redis.conf');
	const logPath = join(logs, 'redis.log');
	const port = String(await freePort());
	const password = randomBytes(16).toString('hex');
	mkdirSync(folder, { mode: 0o700 });
	writeFileSync(path, configuration(port, password, folder), { mode: 0o600 });
	const env = { PATH: process.env.PATH };
	const isReady = async () => {
		const asked = promisify(execFile)(
			findProgram('redis-cli', 'redis-tools'),
			['-h', HOST, '-p', port, 'ping'],
			{
				env: { ...env, REDISCLI_AUTH: password },
			},
		);
		return (await asked.catch(() => undefined))?.stdout.trim() === 'PONG';
	};
	const spawn = () =>
		spawnProgram({
			program: findProgram('redis-server', 'redis-server'),
			args: [path],
			cwd: folder,
			env,
			logPath,
			endSignal: 'SIGTERM',
		});
	const server = await startServer({ name: 'Redis', logPath, spawn, isReady }, run);
	return {
		server,
		variables: {
			QUEUE_BULL_REDIS_HOST: HOST,
			QUEUE_BULL_REDIS_PORT: port,
			QUEUE_BULL_REDIS_PASSWORD: password,
		},
	};
}
