const SAMPLE_EVERY_MS = 10;
const COLLECT_EVERY_MS = 250;
const BYTES_PER_KB = 1024;

export interface Times {
	readonly ms: number;
	/** Of this process, all threads. */
	readonly cpuMs: number;
}

/** Times work that doesn't pay for the garbage of earlier work. */
export async function timed<T>(work: () => Promise<T>): Promise<Times & { readonly outcome: T }> {
	globalThis.gc?.();
	const cpuBefore = process.cpuUsage();
	const before = performance.now();
	const outcome = await work();
	const ms = performance.now() - before;
	const { user, system } = process.cpuUsage(cpuBefore);
	return { ms, cpuMs: (user + system) / 1000, outcome };
}

function highWaterBytes(): number {
	return process.resourceUsage().maxRSS * BYTES_PER_KB;
}

function heapBytes(): number {
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

/**
 * Bytes of this process: while it did nothing, the most that it held during the work, and the most
 * of heap and buffers. The system's own high-water mark misses no peak, but counts only where it
 * rose during the work; where it didn't, samples have the say.
 */
export async function withPeak<T>(work: () => Promise<T>) {
	const [idleBytes, markBefore] = [process.memoryUsage.rss(), highWaterBytes()];
	let [sampledBytes, peakHeapBytes] = [idleBytes, 0];
	const sampling = setInterval(() => {
		sampledBytes = Math.max(sampledBytes, process.memoryUsage.rss());
		peakHeapBytes = Math.max(peakHeapBytes, heapBytes());
	}, SAMPLE_EVERY_MS);
	const outcome = await work();
	clearInterval(sampling);
	const mark = highWaterBytes();
	return { idleBytes, peakBytes: mark > markBefore ? mark : sampledBytes, peakHeapBytes, outcome };
}

function heldBytes(): number {
	globalThis.gc?.();
	return heapBytes();
}

/**
 * The most that the work still holds right after full garbage collections, above what was held
 * before it. Bytes of heap and buffers: unlike the peak it doesn't depend on when V8 collects.
 */
export async function heldDuring(work: () => Promise<void>): Promise<number> {
	const before = heldBytes();
	let most = before;
	const collecting = setInterval(() => (most = Math.max(most, heldBytes())), COLLECT_EVERY_MS);
	await work();
	clearInterval(collecting);
	return most - before;
}
