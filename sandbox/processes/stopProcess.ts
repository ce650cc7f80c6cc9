import { setTimeout as sleep } from 'node:timers/promises';
import type { ManagedProcess } from './managedProcess';

const STOP_TIMEOUT_MS = 20_000;

/** Lets a process finish what it is at; kills its group all the same if that takes too long. */
export async function stopProcess(stopping: ManagedProcess): Promise<void> {
	if (!stopping.running) return;
	stopping.terminate();
	const exited = new AbortController();
	await Promise.race([
		stopping.exited,
		sleep(STOP_TIMEOUT_MS, undefined, { signal: exited.signal }).catch(() => undefined),
	]);
	exited.abort();
	stopping.killGroup();
	await stopping.exited;
}
