import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setImmediate as nextTurn } from 'node:timers/promises';

const BYTES_PER_MB = 1_000_000;
const REQUEST_SENT = 'http.client.request.start';

export interface Times {
	readonly ms: number;
	/** Of this process, all threads. */
	readonly cpuMs: number;
	/** That were sent over HTTP. */
	readonly requests: number;
}

/** How many requests this process makes during some work. */
async function requestsDuring<T>(work: () => Promise<T>) {
	let requests = 0;
	const count = () => (requests += 1);
	subscribe(REQUEST_SENT, count);
	const outcome = await work();
	unsubscribe(REQUEST_SENT, count);
	return { requests, outcome };
}

/** Times work that doesn't pay for the garbage of earlier work. */
export async function timed<T>(work: () => Promise<T>): Promise<Times & { readonly outcome: T }> {
	globalThis.gc?.();
	await nextTurn();
	const cpuBefore = process.cpuUsage();
	const before = performance.now();
	const { outcome, requests } = await requestsDuring(work);
	const ms = performance.now() - before;
	const { user, system } = process.cpuUsage(cpuBefore);
	return { ms, cpuMs: (user + system) / 1000, requests, outcome };
}

/** Resident memory of this process: now, and the most since it started. */
export function residentMb(): { readonly now: number; readonly most: number } {
	const mostBytes = process.resourceUsage().maxRSS * 1024;
	return { now: process.memoryUsage.rss() / BYTES_PER_MB, most: mostBytes / BYTES_PER_MB };
}
