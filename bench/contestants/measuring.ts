import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { ClientRequest } from 'node:http';
import { type PerformanceEntry, PerformanceObserver, constants } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

const BYTES_PER_MB = 1_000_000;
const REQUEST_SENT = 'http.client.request.start';

export interface Times {
	readonly ms: number;
	/** Of this process, all threads. */
	readonly cpuMs: number;
	/** That were sent over HTTP. */
	readonly requests: number;
	/** Of the heap, each of which costs as much as all that is kept. */
	readonly fullCollections: number;
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

/** How often V8 collects the whole heap during some work. */
async function fullCollectionsDuring<T>(work: () => Promise<T>) {
	let collections = 0;
	const count = (entries: readonly PerformanceEntry[]) => {
		for (const { detail } of entries) {
			const kind = typeof detail === 'object' && detail !== null && 'kind' in detail && detail.kind;
			if (kind === constants.NODE_PERFORMANCE_GC_MAJOR) collections += 1;
		}
	};
	const observer = new PerformanceObserver((list) => count(list.getEntries()));
	observer.observe({ entryTypes: ['gc'] });
	const outcome = await work();
	// Node tells of a collection in a later turn.
	await nextTurn();
	count(observer.takeRecords());
	observer.disconnect();
	return { collections, outcome };
}

/** Times work that doesn't pay for the garbage of earlier work. */
export async function timed<T>(work: () => Promise<T>): Promise<Times & { readonly outcome: T }> {
	globalThis.gc?.();
	await nextTurn();
	const { collections: fullCollections, outcome: done } = await fullCollectionsDuring(async () => {
		const cpuBefore = process.cpuUsage();
		const before = performance.now();
		const { outcome, paths } = await requestsDuring(work);
		const ms = performance.now() - before;
		const { user, system } = process.cpuUsage(cpuBefore);
		return { ms, cpuMs: (user + system) / 1000, requests: paths.length, outcome };
	});
	return { ...done, fullCollections };
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
