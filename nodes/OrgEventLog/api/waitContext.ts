import { sleep } from 'n8n-workflow';
import { EventLogFailure } from '../errors/failure';

/** n8n's `sleep` can't be ended: a wait that is given up leaves no longer timer than this behind. */
const MAX_TIMER_MS = 1000;

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

/**
 * Makes a request that ends within its time, whatever the service does. The timeout of n8n's helpers
 * only watches for silence, so a body that comes byte by byte would never end.
 *
 * @param request is told by the signal when it is given up
 * @param stop ends it early, as when the user stops the run
 * @throws EventLogFailure `timedOut` or `stopped`, or what the request throws
 */
export async function withinTime<Value>(
	request: (signal: AbortSignal) => Promise<Value>,
	timeoutMs: number,
	stop?: AbortSignal,
): Promise<Value> {
	if (stop?.aborted) throw new EventLogFailure('stopped', { timeoutMs });
	const endOfRequest = new AbortController();
	const endOfWait = new AbortController();
	// With no reason given, Node makes an error with a stack trace for each request.
	const endWait = () => endOfWait.abort('over');
	stop?.addEventListener('abort', endWait);
	const isAnswered = () => 'answered' as const;
	try {
		const answer = request(endOfRequest.signal);
		const ended = await Promise.race([
			answer.then(isAnswered, isAnswered),
			waitUnlessStopped(timeoutMs, endOfWait.signal),
		]);
		if (ended === 'answered') return await answer;
		endOfRequest.abort();
		throw new EventLogFailure(ended === 'elapsed' ? 'timedOut' : 'stopped', { timeoutMs });
	} finally {
		stop?.removeEventListener('abort', endWait);
		endWait();
	}
}
