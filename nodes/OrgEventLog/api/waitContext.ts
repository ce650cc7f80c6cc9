import { sleep } from 'n8n-workflow';
import { EventLogFailure } from '../errors/failure';

/** n8n's `sleep` can't be ended: a wait that is given up leaves a timer of at most this behind. */
const MAX_TIMER_MS = 1000;

export async function waitUnlessStopped(
	ms: number,
	stopSignal?: AbortSignal,
): Promise<'elapsed' | 'stopped'> {
	if (stopSignal?.aborted) return 'stopped';
	let noteStop = () => {};
	const stopped = new Promise<'stopped'>((resolve) => {
		noteStop = () => resolve('stopped');
	});
	stopSignal?.addEventListener('abort', noteStop);
	try {
		for (let leftMs = ms; leftMs > 0; leftMs -= MAX_TIMER_MS) {
			const timer = sleep(Math.min(leftMs, MAX_TIMER_MS));
			if ((await Promise.race([timer, stopped])) === 'stopped') return 'stopped';
		}
		return 'elapsed';
	} finally {
		stopSignal?.removeEventListener('abort', noteStop);
	}
}

/**
 * Makes a request that ends within its time, whatever the service does. The timeout of n8n's helpers only watches for
 * silence, so a body that comes byte by byte would never end.
 *
 * @throws EventLogFailure `timedOut` or `stopped`, or what the request throws
 */
export async function requestWithinTime<Value>(
	request: (signal: AbortSignal) => Promise<Value>,
	timeoutMs: number,
	stopSignal?: AbortSignal,
): Promise<Value> {
	if (stopSignal?.aborted) throw new EventLogFailure('stopped', { timeoutMs });
	const endOfRequest = new AbortController();
	const endOfWait = new AbortController();
	// With no reason given, Node makes an error with a stack trace for each request.
	const endWait = () => endOfWait.abort('over');
	stopSignal?.addEventListener('abort', endWait);
	const toAnswered = () => 'answered' as const;
	try {
		const answer = request(endOfRequest.signal);
		const ended = await Promise.race([
			answer.then(toAnswered, toAnswered),
			waitUnlessStopped(timeoutMs, endOfWait.signal),
		]);
		if (ended === 'answered') return await answer;
		endOfRequest.abort();
		throw new EventLogFailure(ended === 'elapsed' ? 'timedOut' : 'stopped', { timeoutMs });
	} finally {
		stopSignal?.removeEventListener('abort', endWait);
		endWait();
	}
}
