import { sleep } from 'n8n-workflow';
import { EventLogFailure } from './failures';

/**
 * Waits, and ends at once when the user stops the run.
 *
 * @throws EventLogFailure `stopped`
 */
export async function waitUnlessStopped(ms: number, signal?: AbortSignal): Promise<void> {
	if (signal === undefined) return await sleep(ms);
	let stop = () => {};
	const stopped = new Promise<never>((_resolve, reject) => {
		stop = () => reject(new EventLogFailure('stopped'));
		if (signal.aborted) stop();
		else signal.addEventListener('abort', stop);
	});
	try {
		await Promise.race([sleep(ms), stopped]);
	} finally {
		signal.removeEventListener('abort', stop);
	}
}
