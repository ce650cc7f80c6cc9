import { join } from 'node:path';
import type { ManagedProcess } from './managedProcess';
import { spawnManaged } from './managedProcess';

/** Whom a program runs as. */
export interface Account {
	readonly uid: number;
	readonly gid: number;
}

/** A program of the machine's, such as a database server. */
interface NativeProgram {
	readonly program: string;
	readonly args: readonly string[];
	/** Ourselves unless given. */
	readonly account?: Account;
	readonly cwd: string;
	readonly env: NodeJS.ProcessEnv;
	/** Appended to. */
	readonly logPath: string;
	/** What asks this program to end. */
	readonly endSignal: NodeJS.Signals;
}

const RUN_PROGRAM = join(__dirname, 'runProgram.cjs');

/** Starts a program that ends with this process, however this one ends. */
export function spawnProgram(native: NativeProgram): ManagedProcess {
	const { program, args, account, endSignal, cwd, env, logPath } = native;
	return spawnManaged({
		nodePath: process.execPath,
		script: RUN_PROGRAM,
		args: [JSON.stringify({ program, args, account, endSignal })],
		cwd,
		env,
		logPath,
	});
}
