import { sleep } from 'n8n-workflow';

/** n8n's `sleep` can't be ended: a wait that is given up leaves no longer timer than this behind. */
const MAX_TIMER_MS = 1000;

/** Waits, and ends at once when the user stops the run. */
export async function waitUnlessStopped(
	ms: number,
	signal?: AbortSignal,
): Promise<'elapsed' | 'stopped'> {
	if (signal?.aborted) return 'stopped';
	let stop = () => {};
	const stopped = new Promise<'stopped'>((resolve) => {
		stop = () => resolve('stopped');
	});
	signal?.addEventListener('abort', stop);
	try {
		for (let leftMs = ms; leftMs > 0; leftMs -= MAX_TIMER_MS) {
			const timer = sleep(Math.min(leftMs, MAX_TIMER_MS));
			if ((await Promise.race([timer, stopped])) === 'stopped') return 'stopped';
		}
		return 'elapsed';
	} finally {
		signal?.removeEventListener('abort', stop);
	}
}
