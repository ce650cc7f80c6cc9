import { setTimeout as sleep } from 'node:timers/promises';
import type { EventLogService, RecordedRequest } from '../service';
import type { Patience } from '../processes/until';
import { until } from '../processes/until';

/** A poll's requests follow each other at once; whole polls are a minute apart at the least. */
const POLL_IS_OVER_AFTER_MS = 3_000;

function isAnsweredFeed({ operation, status }: RecordedRequest): boolean {
	return operation === 'feed' && status === 200;
}

/**
 * Waits until the trigger has polled (from now on, the service being asked by nothing else for its
 * feed) and the poll is over.
 */
export async function waitForPoll(service: EventLogService, patience: Patience): Promise<void> {
	const count = () => service.requests.filter(isAnsweredFeed).length;
	const before = count();
	await until('the trigger to poll', patience, () => count() > before);
	for (let seen = -1; seen !== count();) {
		seen = count();
		await sleep(POLL_IS_OVER_AFTER_MS, undefined, { signal: patience.signal });
	}
}
