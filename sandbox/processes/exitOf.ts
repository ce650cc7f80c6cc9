import type { ManagedProcess } from './managedProcess';

/** Waits for a process to end, and gives its exit status. @throws the signal's reason, all of it being killed */
export async function exitOf(awaited: ManagedProcess, signal: AbortSignal): Promise<number> {
	const kill = () => awaited.killGroup();
	signal.addEventListener('abort', kill);
	const status = await awaited.exited;
	signal.removeEventListener('abort', kill);
	signal.throwIfAborted();
	return status;
}
