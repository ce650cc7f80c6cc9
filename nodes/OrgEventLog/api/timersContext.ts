import { sleep } from 'n8n-workflow';
import { EventLogFailure } from '../errors/failure';

/** n8n's `sleep`, the only timer of a community node, can't be ended, so that long waits are made of short ones. */
const MAX_TIMER_MS = 1000;

/** Waits for a time, or ends within a second after `isOver` becomes true. */
export async function waitUntil(isOver: () => boolean, ms: number): Promise<void> {
	for (let leftMs = ms; leftMs > 0 && !isOver(); leftMs -= MAX_TIMER_MS)
		await sleep(Math.min(leftMs, MAX_TIMER_MS));
}

/**
 * The timeout of n8n's helpers watches only for silence, so that a body that comes byte by byte would never end.
 * @throws EventLogFailure `timedOut` or `stopped`, or what the request throws
 */
export async function requestWithinTime<Value>(
	request: (signal: AbortSignal) => Promise<Value>,
	timeoutMs: number,
	stopSignal?: AbortSignal,
): Promise<Value> {
	const isStopped = () => stopSignal?.aborted === true;
	if (isStopped()) throw new EventLogFailure('stopped', { timeoutMs });
	const endOfRequest = new AbortController();
	let isAnswered = false;
	const answer = request(endOfRequest.signal).finally(() => {
		isAnswered = true;
	});
	await Promise.race([answer, waitUntil(() => isAnswered || isStopped(), timeoutMs)]);
	if (isAnswered) return await answer;
	endOfRequest.abort();
	throw new EventLogFailure(isStopped() ? 'stopped' : 'timedOut', { timeoutMs });
}
