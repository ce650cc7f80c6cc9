const SAMPLE_EVERY_MS = 10;
const COLLECT_EVERY_MS = 250;
const BYTES_PER_KB = 1024;

export interface MemoryPeak {
	/** Of the process while it did nothing, everything loaded. Bytes. */
	readonly idleBytes: number;
	/** The most that the process held at any time during the work. Bytes. */
	readonly peakBytes: number;
	/** The most of JavaScript's own heap that was seen. Bytes. */
	readonly peakHeapBytes: number;
}

function highWaterBytes(): number {
	return process.resourceUsage().maxRSS * BYTES_PER_KB;
}

/**
 * Memory of this process around some work. The system's own high-water mark misses no peak, but
 * counts only where it rose during the work; where it didn't, samples have the say.
 */
export async function peakDuring(work: () => Promise<void>): Promise<MemoryPeak> {
	const idleBytes = process.memoryUsage.rss();
	const markBefore = highWaterBytes();
	let sampledBytes = idleBytes;
	let peakHeapBytes = 0;
	const sampling = setInterval(() => {
		const { rss, heapUsed, external } = process.memoryUsage();
		sampledBytes = Math.max(sampledBytes, rss);
		peakHeapBytes = Math.max(peakHeapBytes, heapUsed + external);
	}, SAMPLE_EVERY_MS);
	await work();
	clearInterval(sampling);
	const mark = highWaterBytes();
	return { idleBytes, peakBytes: mark > markBefore ? mark : sampledBytes, peakHeapBytes };
}

/**
 * The most that the work still holds right after full garbage collections, above what was held
 * before it. Bytes of heap and buffers: unlike the peak it doesn't depend on when V8 collects.
 */
export async function heldDuring(work: () => Promise<void>): Promise<number> {
	const held = () => {
		globalThis.gc?.();
		const { heapUsed, external } = process.memoryUsage();
		return heapUsed + external;
	};
	const before = held();
	let most = 0;
	const collecting = setInterval(() => (most = Math.max(most, held() - before)), COLLECT_EVERY_MS);
	await work();
	clearInterval(collecting);
	return most;
}
