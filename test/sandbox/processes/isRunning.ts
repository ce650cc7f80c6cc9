import { existsSync, readFileSync } from 'node:fs';

/** Whether there is a process with this id, and it has not ended. */
export function isRunning(pid: number): boolean {
	try {
		// A zombie still has an id; on Linux its state tells.
		const stat = `/proc/${pid}/stat`;
		process.kill(pid, 0);
		return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, 'utf8'));
	} catch {
		return false;
	}
}
