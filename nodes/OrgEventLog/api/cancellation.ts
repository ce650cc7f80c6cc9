import { sleep } from 'n8n-workflow';
import { EventLogFailure } from './failures';

/** n8n's `sleep` can't be ended: a wait that is given up leaves no longer timer than this behind. */
const SLICE_MS = 1000;

/**
 * Waits, and ends at once when the user stops the run.
 *
 * @throws EventLogFailure `stopped`
 */
export async function waitUnlessStopped(ms: number, signal?: AbortSignal): Promise<void> {
	if (signal === undefined) return await sleep(ms);
	if (signal.aborted) throw new EventLogFailure('stopped');
	let stop = () => {};
	const stopped = new Promise<never>((_resolve, reject) => {
		stop = () => reject(new EventLogFailure('stopped'));
	});
	signal.addEventListener('abort', stop);
	try {
		for (let leftMs = ms; leftMs > 0; leftMs -= SLICE_MS) {
			await Promise.race([sleep(Math.min(leftMs, SLICE_MS)), stopped]);
		}
	} finally {
		signal.removeEventListener('abort', stop);
	}
}
