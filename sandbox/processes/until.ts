import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 100;

/** How long to wait at most, and for what to give up before. */
export interface Patience {
	readonly limitMs: number;
	readonly signal: AbortSignal;
}

/**
 * Waits until `holds` gives something other than `undefined` or `false`, and gives that.
 *
 * @throws Error naming `what` when the limit has passed; the signal's reason when it is aborted;
 * whatever `holds` throws
 */
export async function until<T>(
	what: string,
	patience: Patience,
	holds: () => Promise<T | undefined | false> | T | undefined | false,
): Promise<T> {
	const deadlineMs = Date.now() + patience.limitMs;
	for (;;) {
		const found = await holds();
		if (found !== undefined && found !== false) return found;
		if (Date.now() >= deadlineMs) {
			throw new Error(`Waited ${Math.round(patience.limitMs / 1000)} s in vain for ${what}`);
		}
		await sleep(LOOK_EVERY_MS, undefined, { signal: patience.signal });
	}
}
