import { setTimeout as sleep } from 'node:timers/promises';

const CHECK_INTERVAL_MS = 100;

export interface WaitOptions {
	readonly timeoutMs: number;
	readonly signal: AbortSignal;
}

/**
 * Waits until `check` gives something other than `undefined` or `false`, and gives that.
 *
 * @throws Error naming `what` on timeout; the signal's reason when it is aborted; whatever `check`
 * throws
 */
export async function waitUntil<T>(
	what: string,
	{ timeoutMs, signal }: WaitOptions,
	check: () => Promise<T | undefined | false> | T | undefined | false,
): Promise<T> {
	const deadlineMs = Date.now() + timeoutMs;
	for (;;) {
		const found = await check();
		if (found !== undefined && found !== false) return found;
		if (Date.now() >= deadlineMs) {
			throw new Error(`Timed out after ${Math.round(timeoutMs / 1000)} s waiting for ${what}`);
		}
		await sleep(CHECK_INTERVAL_MS, undefined, { signal });
	}
}
