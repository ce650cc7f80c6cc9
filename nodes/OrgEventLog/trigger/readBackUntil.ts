import type { TimeRange } from '../api/page';
import type { EventLogFailure } from '../errors/failure';
import { toOutcome } from '../errors/outcome';
import type { LoggedEvent } from '../events/event';
import { readBackward } from '../reading/readLog';
import type { ServedLog } from '../reading/servedLog';

/**
 * Reads a range newest first until what was read is enough, and gives what reading ended with: a failure may leave
 * enough for its purpose, too.
 *
 * @param isEnough takes each page
 */
export async function readBackUntil(
	log: ServedLog<LoggedEvent>,
	range: TimeRange,
	isEnough: (page: readonly LoggedEvent[]) => boolean,
): Promise<'wholeRange' | 'enough' | EventLogFailure> {
	const pages = readBackward(log, range);
	for (;;) {
		const outcome = await toOutcome(pages.next());
		if ('failure' in outcome) return outcome.failure;
		const { done, value: page } = outcome.value;
		if (done === true) return 'wholeRange';
		if (isEnough(page)) return 'enough';
	}
}
