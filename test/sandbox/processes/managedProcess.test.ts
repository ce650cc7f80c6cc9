import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../../sandbox/places';
import { exitOf } from '../../../sandbox/processes/exitOf';
import { spawnManaged } from '../../../sandbox/processes/managedProcess';
import { spawnProgram } from '../../../sandbox/processes/nativeProgram';
import { stopProcess } from '../../../sandbox/processes/stopProcess';
import { waitUntil } from '../../../sandbox/processes/waitUntil';

const wait = { timeoutMs: 15_000, signal: new AbortController().signal };
const WITH_CHILD = `
	const { spawn } = require('node:child_process');
	const { writeFileSync } = require('node:fs');
	const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
	writeFileSync(process.argv[2], process.pid + ' ' + child.pid);
	setInterval(() => {}, 1000);
`;

let folder: string;
let pidFile: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'managed-'));
	pidFile = join(folder, 'pids');
	writeFileSync(join(folder, 'with-child.cjs'), WITH_CHILD);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function command() {
	return {
		nodePath: process.execPath,
		script: join(folder, 'with-child.cjs'),
		args: [pidFile],
		cwd: folder,
		env: process.env,
		logPath: join(folder, 'log'),
	};
}

/** Whether there is a process with this id, and it has not ended. */
function isRunning(pid: number): boolean {
	try {
		// A zombie still has an id; on Linux its state tells.
		const stat = `/proc/${pid}/stat`;
		process.kill(pid, 0);
		return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, 'utf8'));
	} catch {
		return false;
	}
}

async function startedPids(): Promise<number[]> {
	const text = await waitUntil('the process to start', wait, () =>
		existsSync(pidFile) ? readFileSync(pidFile, 'utf8') || undefined : undefined,
	);
	return text.split(' ').map(Number);
}

async function expectAllToEnd(pids: readonly number[]): Promise<void> {
	expect(pids).toHaveLength(2);
	await waitUntil('all to end', wait, () => !pids.some(isRunning));
}

describe('a managed process', () => {
	it('ends with everything that it has started when its starter is killed', async () => {
		const starter = spawn(
			process.execPath,
			[
				'--require',
				'tsx/cjs',
				'-e',
				`require(${JSON.stringify(join(ROOT, 'sandbox/processes/managedProcess.ts'))})
					.spawnManaged(${JSON.stringify(command())});
				setInterval(() => {}, 1000);`,
			],
			{ cwd: ROOT, stdio: 'ignore' },
		);
		const pids = await startedPids();
		starter.kill('SIGKILL');
		await once(starter, 'exit');
		await expectAllToEnd(pids);
	});

	it('reports the exit status, and writes what was said to the log', async () => {
		writeFileSync(join(folder, 'with-child.cjs'), 'console.log("said"); process.exit(3);');
		await expect(spawnManaged(command()).exited).resolves.toBe(3);
		expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('said\n');
	});

	it('is let finish when it is stopped, and what it leaves is ended', async () => {
		const finish = 'process.on("SIGTERM", () => { console.log("finished"); process.exit(0); });';
		writeFileSync(join(folder, 'with-child.cjs'), finish + WITH_CHILD);
		const managed = spawnManaged(command());
		const pids = await startedPids();
		expect(managed.running).toBe(true);
		await stopProcess(managed);
		expect(managed.running).toBe(false);
		expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('finished\n');
		await expectAllToEnd(pids);
		await stopProcess(managed);
	});

	it('that is waited for is ended with the run, all of it', async () => {
		const interruption = new AbortController();
		const ending = exitOf(spawnManaged(command()), interruption.signal);
		const pids = await startedPids();
		interruption.abort();
		await expect(ending).rejects.toThrow(/abort/i);
		await expectAllToEnd(pids);
	});
});

it('a program that is not Node is asked to end in its own way, and its status and its words are kept', async () => {
	const trap = "trap 'echo interrupted; exit 5' INT; trap '' TERM";
	const managed = spawnProgram({
		program: '/bin/sh',
		args: ['-c', `${trap}; touch "${pidFile}"; while :; do sleep 0.1; done`],
		cwd: folder,
		env: { PATH: process.env.PATH },
		logPath: join(folder, 'log'),
		endSignal: 'SIGINT',
	});
	await waitUntil('the program to start', wait, () => existsSync(pidFile));
	managed.terminate();
	await expect(managed.exited).resolves.toBe(5);
	expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('interrupted\n');
});
