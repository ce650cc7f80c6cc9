import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../../sandbox/places';
import { spawnProgram } from '../../../sandbox/processes/nativeProgram';
import { waitUntil } from '../../../sandbox/processes/waitUntil';
import { isRunning } from './isRunning';

const wait = { timeoutMs: 15_000, signal: new AbortController().signal };

let folder: string;
let pidFile: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'native-'));
	pidFile = join(folder, 'pid');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A shell that ends only as it is asked to, and says so. */
function program(endSignal: NodeJS.Signals) {
	const trap = "trap 'echo interrupted; exit 5' INT; trap '' TERM";
	return {
		program: '/bin/sh',
		args: ['-c', `${trap}; echo $$ > "${pidFile}"; while :; do sleep 0.1; done`],
		cwd: folder,
		env: { PATH: process.env.PATH },
		logPath: join(folder, 'log'),
		endSignal,
	};
}

async function startedPid(): Promise<number> {
	const text = await waitUntil('the program to start', wait, () =>
		existsSync(pidFile) ? readFileSync(pidFile, 'utf8').trim() || undefined : undefined,
	);
	return Number(text);
}

describe('a program that is not Node', () => {
	it('is asked to end in its own way, and its status and its words are kept', async () => {
		const managed = spawnProgram(program('SIGINT'));
		await startedPid();
		managed.terminate();
		await expect(managed.exited).resolves.toBe(5);
		expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('interrupted\n');
	});

	it('ends when its starter is killed', async () => {
		const starter = spawn(
			process.execPath,
			[
				'--require',
				'tsx/cjs',
				'-e',
				`require(${JSON.stringify(join(ROOT, 'sandbox/processes/nativeProgram.ts'))})
					.spawnProgram(${JSON.stringify(program('SIGTERM'))});
				setInterval(() => {}, 1000);`,
			],
			{ cwd: ROOT, stdio: 'ignore' },
		);
		const pid = await startedPid();
		starter.kill('SIGKILL');
		await once(starter, 'exit');
		await waitUntil('it to end', wait, () => !isRunning(pid));
	});
});
