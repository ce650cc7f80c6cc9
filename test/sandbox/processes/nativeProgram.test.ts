import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnProgram } from '../../../sandbox/processes/nativeProgram';
import { waitUntil } from '../../../sandbox/processes/waitUntil';

const wait = { timeoutMs: 15_000, signal: new AbortController().signal };

it('a program that is not Node is asked to end in its own way, and its status and its words are kept', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'native-'));
	const [started, logPath] = [join(folder, 'started'), join(folder, 'log')];
	const trap = "trap 'echo interrupted; exit 5' INT; trap '' TERM";
	const managed = spawnProgram({
		program: '/bin/sh',
		args: ['-c', `${trap}; touch "${started}"; while :; do sleep 0.1; done`],
		cwd: folder,
		env: { PATH: process.env.PATH },
		logPath,
		endSignal: 'SIGINT',
	});
	await waitUntil('the program to start', wait, () => existsSync(started));
	managed.terminate();
	await expect(managed.exited).resolves.toBe(5);
	expect(readFileSync(logPath, 'utf8')).toBe('interrupted\n');
	rmSync(folder, { recursive: true, force: true });
});
