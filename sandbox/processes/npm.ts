import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { logTail } from './logTail';

/** What npm is to do, and where what it says goes. */
interface NpmCommand {
	readonly args: readonly string[];
	readonly cwd: string;
	readonly env?: NodeJS.ProcessEnv;
	readonly logPath: string;
	/** Ends it. */
	readonly signal?: AbortSignal;
}

/** Runs npm to its end. @throws Error with the end of its output when it fails, or is ended by the signal */
export async function runNpm(command: NpmCommand): Promise<void> {
	mkdirSync(dirname(command.logPath), { recursive: true });
	const log = openSync(command.logPath, 'a');
	const isWindows = process.platform === 'win32';
	const child = spawn(isWindows ? 'npm.cmd' : 'npm', [...command.args], {
		cwd: command.cwd,
		env: { ...process.env, ...command.env },
		stdio: ['ignore', log, log],
		shell: isWindows,
		signal: command.signal,
	});
	closeSync(log);
	const status = await new Promise<number | null>((resolve, reject) => {
		child.once('error', reject);
		child.once('exit', resolve);
	});
	if (status === 0) return;
	throw new Error(`npm ${command.args.join(' ')} failed. ${logTail(command.logPath)}`);
}
