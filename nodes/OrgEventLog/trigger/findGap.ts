import { toOutcome } from '../errors/failure';
import { describeTime } from '../text/times';
import type { PollReading } from './readNewEvents';
import type { Gap } from './stages/alert';
import type { TriggerState } from './state';
import type { PolledLog } from './polledLog';

/** Logs keep their events at least this long. So one that is empty, and was all read less long ago, has lost nothing. */
const SURELY_KEPT_MS = 2 * 60 * 60 * 1000;

/**
 * Gives the gap that a poll has found: the log shows no consumed event, and its oldest event is newer than
 * all that was read. It is undetermined if the oldest event can't be read, or if the log is empty and was not all read
 * within `SURELY_KEPT_MS`.
 */
export async function findGap(
	{ cursor: { watermarkMs, completeToMs, consumed }, service, stages }: TriggerState,
	{ hasSeenConsumed, oldestOfFirstStretch }: PollReading,
	{ sourceLog, readFirstEvent }: PolledLog,
): Promise<Gap | 'undetermined' | undefined> {
	const fromMs = Math.max(watermarkMs, completeToMs);
	// A trigger that began on a log without a past knows of nothing that it could have lost.
	if (hasSeenConsumed || consumed === '' || watermarkMs === 0) return undefined;
	const isSurelyKept = sourceLog.slowerClockMs - fromMs < SURELY_KEPT_MS;
	// The last poll saw the same, and looked for a gap; none can have come since.
	if (isSurelyKept && service.sawNothingKnown) return undefined;
	// A feed is not asked: the poll was shown nothing that it knows, so what came first is the oldest of all.
	const outcome = await toOutcome(readFirstEvent?.('ASC') ?? Promise.resolve(undefined));
	if ('failure' in outcome) return 'undetermined';
	const oldestMs = outcome.value?.createdAtMs ?? Infinity;
	const toMs = Math.min(oldestMs, oldestOfFirstStretch?.createdAtMs ?? Infinity);
	if (toMs === Infinity) return isSurelyKept ? undefined : 'undetermined';
	// A gap that was not delivered yet is made longer.
	return toMs > fromMs ? { fromMs: stages.gap?.fromMs ?? fromMs, toMs } : undefined;
}

/** Gives the warning for n8n's log; the next item tells the same. */
export function describeGap({ fromMs, toMs }: Gap): string {
	return `The log no longer reaches back to the trigger's last position. Events between ${describeTime(fromMs)} and ${describeTime(toMs)} may have been deleted unread. The next item shows this in 'gap'`;
}
