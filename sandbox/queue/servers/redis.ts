import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CommandRun } from '../../command/command';
import { freePort } from '../../processes/freePort';
import { spawnProgram } from '../../processes/nativeProgram';
import type { ServerPrograms } from './programs';
import type { RestartableServer, ServerFolders } from './restartableServer';
import { startServer } from './restartableServer';

/** A Redis of our own on the loopback interface. */
export interface Redis {
	readonly port: number;
	readonly password: string;
	readonly server: RestartableServer;
}

/** Without an append-only file a restart forgets the jobs of the last minutes. */
function configuration(port: number, password: string, folder: string): string {
	return [
		'bind 127.0.0.1',
		`port ${port}`,
		`requirepass ${password}`,
		`dir "${folder}"`,
		'appendonly yes',
		'',
	].join('\n');
}

/** Starts a Redis on no data, to be stopped with the run. */
export async function startRedis(
	programs: ServerPrograms,
	{ data, logs }: ServerFolders,
	run: CommandRun,
): Promise<Redis> {
	const folder = join(data, 'redis');
	const path = join(folder, 'redis.conf');
	const logPath = join(logs, 'redis.log');
	const port = await freePort();
	const password = randomBytes(16).toString('hex');
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	writeFileSync(path, configuration(port, password, folder), { mode: 0o600 });
	const env = { PATH: process.env.PATH };
	const isReady = async (): Promise<boolean> => {
		const args = ['-h', '127.0.0.1', '-p', String(port), 'ping'];
		const asked = promisify(execFile)(programs.redisCli, args, {
			env: { ...env, REDISCLI_AUTH: password },
		});
		return (await asked.catch(() => undefined))?.stdout.trim() === 'PONG';
	};
	const spawn = () =>
		spawnProgram({
			program: programs.redisServer,
			args: [path],
			cwd: folder,
			env,
			logPath,
			endSignal: 'SIGTERM',
		});
	const server = await startServer({ name: 'Redis', logPath, spawn, isReady }, run);
	return { port, password, server };
}
