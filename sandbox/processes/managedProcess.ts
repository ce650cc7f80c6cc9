import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What to run, and where its output goes. */
interface ManagedCommand {
	/** A Node binary. */
	readonly nodePath: string;
	readonly script: string;
	readonly args: readonly string[];
	readonly cwd: string;
	readonly env: NodeJS.ProcessEnv;
	/** Appended to. */
	readonly logPath: string;
}

/** A process that leads a group of its own and ends, with all of the group, when we end. */
export interface ManagedProcess {
	/** Resolves with the exit status once it has ended; a signal counts as 1. */
	readonly exited: Promise<number>;
	readonly running: boolean;
	/** Its id and its group's, while it runs; none when it could not be started. */
	readonly pid: number | undefined;
	/** Asks it to end. */
	terminate(): void;
	/** Ends it and whatever it has started, at once. */
	killGroup(): void;
}

const END_WITH_PARENT = join(__dirname, 'endWithParent.cjs');

function start(command: ManagedCommand): ChildProcess {
	mkdirSync(dirname(command.logPath), { recursive: true });
	const log = openSync(command.logPath, 'a');
	try {
		const args = ['--require', END_WITH_PARENT, command.script, ...command.args];
		return spawn(command.nodePath, args, {
			cwd: command.cwd,
			env: command.env,
			detached: true,
			stdio: ['ignore', log, log, 'pipe'],
			windowsHide: true,
		});
	} finally {
		closeSync(log);
	}
}

function signal(pid: number | undefined, name: NodeJS.Signals): void {
	if (pid === undefined) return;
	try {
		process.kill(pid, name);
	} catch {
		// It has ended already, which is what was wanted.
	}
}

/** Starts a script of Node's that ends with this process, however this one ends. */
export function spawnManaged(command: ManagedCommand): ManagedProcess {
	const child = start(command);
	let running = true;
	const exited = new Promise<number>((resolve, reject) => {
		child.once('error', reject);
		child.once('exit', (code) => {
			running = false;
			resolve(code ?? 1);
		});
	});
	const group = child.pid === undefined || process.platform === 'win32' ? child.pid : -child.pid;
	return {
		exited,
		get running() {
			return running;
		},
		pid: child.pid,
		terminate: () => signal(child.pid, 'SIGTERM'),
		killGroup: () => signal(group, 'SIGKILL'),
	};
}
