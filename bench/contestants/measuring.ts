import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { ClientRequest } from 'node:http';

const BYTES_PER_MB = 1_000_000;
const REQUEST_SENT = 'http.client.request.start';

export interface Times {
	readonly ms: number;
	/** Of this process, all threads. */
	readonly cpuMs: number;
	/** That were sent over HTTP. */
	readonly requests: number;
}

/** The paths, queries included, that this process asks for during some work. */
export async function requestsDuring<T>(work: () => Promise<T>) {
	const paths: string[] = [];
	const note = (message: unknown) => {
		if (typeof message !== 'object' || message === null || !('request' in message)) return;
		if (message.request instanceof ClientRequest) paths.push(message.request.path);
	};
	subscribe(REQUEST_SENT, note);
	const outcome = await work();
	unsubscribe(REQUEST_SENT, note);
	return { paths, outcome };
}

/** Times work that doesn't pay for the garbage of earlier work. */
export async function timed<T>(work: () => Promise<T>): Promise<Times & { readonly outcome: T }> {
	globalThis.gc?.();
	const cpuBefore = process.cpuUsage();
	const before = performance.now();
	const { outcome, paths } = await requestsDuring(work);
	const ms = performance.now() - before;
	const { user, system } = process.cpuUsage(cpuBefore);
	return { ms, cpuMs: (user + system) / 1000, requests: paths.length, outcome };
}

/** Resident memory of this process: now, and the most since it started. */
export function residentMb(): { readonly now: number; readonly most: number } {
	const mostBytes = process.resourceUsage().maxRSS * 1024;
	return { now: process.memoryUsage.rss() / BYTES_PER_MB, most: mostBytes / BYTES_PER_MB };
}

/** Heap and buffers. */
export function usedMb(): number {
	const { heapUsed, external } = process.memoryUsage();
	return (heapUsed + external) / BYTES_PER_MB;
}

/** What is in use right after a full collection: it doesn't depend on when V8 collects. */
export function heldMb(): number {
	globalThis.gc?.();
	return usedMb();
}

/** The most that is seen during the work. */
export async function mostDuring<T>(work: () => Promise<T>, everyMs: number, see: () => number) {
	let most = see();
	const sampling = setInterval(() => (most = Math.max(most, see())), everyMs);
	const outcome = await work();
	clearInterval(sampling);
	return { most, outcome };
}
