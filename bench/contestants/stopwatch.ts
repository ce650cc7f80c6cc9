import { digestOf } from '../processes/idDigest';
import type { Values } from '../values';

/** Work that gives the ids it has read, looked at only after the time was taken. */
export type Reading = () => Promise<() => Iterable<string>>;

/** Frees what earlier work has left, so that none pays for another. */
export function collectGarbage(): void {
	globalThis.gc?.();
}

/** Milliseconds that the work took, and CPU milliseconds of this process. */
export async function timed<T>(
	work: () => Promise<T>,
): Promise<{ readonly ms: number; readonly cpuMs: number; readonly outcome: T }> {
	const cpuBefore = process.cpuUsage();
	const before = performance.now();
	const outcome = await work();
	const ms = performance.now() - before;
	const { user, system } = process.cpuUsage(cpuBefore);
	return { ms, cpuMs: (user + system) / 1000, outcome };
}

/** The time that a reading took, and what it has read. */
export async function timeReading(reading: Reading): Promise<Values> {
	collectGarbage();
	const { ms, cpuMs, outcome: ids } = await timed(reading);
	return { ms, cpuMs, ...digestOf(ids()) };
}
