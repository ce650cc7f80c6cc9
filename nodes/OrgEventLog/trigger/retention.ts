import { outcomeOf } from '../errors/failure';
import type { LoggedEvent } from '../events/event';
import type { ServedLog } from '../reading/servedLog';
import type { Cursor } from './cursor/cursor';
import type { News, ReadingRules } from './news';
import { readNews } from './readNews';
import type { Gap } from './stages/batch';
import type { TriggerState } from './state';
import type { TriggerLog } from './triggerLog';

/** No log keeps its events for less: a trigger that has read the whole log since then has missed nothing. */
const SURELY_KEPT_MS = 2 * 60 * 60 * 1000;

/**
 * Gives what `readNews` gives. A log may refuse to be asked for times older than it keeps: then all that it keeps is
 * read.
 *
 * @throws EventLogFailure
 */
export async function readNewsThatIsKept(
	log: ServedLog<LoggedEvent>,
	start: Cursor,
	rules: ReadingRules,
): Promise<News> {
	const outcome = await outcomeOf(readNews(log, start, rules));
	if ('value' in outcome) return outcome.value;
	if (outcome.failure.kind !== 'badRequest') throw outcome.failure;
	const ofAll = await outcomeOf(readNews(log, start, { ...rules, fromTheBeginning: true }));
	if ('value' in ofAll) return ofAll.value;
	throw outcome.failure;
}

/**
 * Gives the gap that a poll has found: the log shows nothing that is remembered, and its oldest event is newer than
 * all that was read. An empty log can't tell yet, so the gap is undetermined.
 *
 * @param lastReadToMs the last poll of this process has read the whole log up to then, epoch milliseconds
 */
export async function findGap(
	{ cursor: { watermarkMs, readToMs, consumed }, service }: TriggerState,
	{ recognized, firstMs }: News,
	{ readOldest, clock }: Pick<TriggerLog, 'readOldest' | 'clock'>,
	lastReadToMs = 0,
): Promise<Gap | 'undetermined' | undefined> {
	const fromMs = Math.max(watermarkMs, readToMs, lastReadToMs);
	// A trigger that began on a log without a past knows of nothing that it could have lost.
	if (recognized || consumed === '' || watermarkMs === 0) return undefined;
	const isJustRead = clock.times.earliestMs - fromMs < SURELY_KEPT_MS;
	if (isJustRead && service.showsNothingKnown === true) return undefined;
	const outcome = await outcomeOf(readOldest?.() ?? Promise.resolve(undefined));
	const oldest = 'value' in outcome ? outcome.value : undefined;
	const toMs = Math.min(oldest?.createdAtMs ?? Infinity, firstMs ?? Infinity);
	if (toMs === Infinity) return isJustRead ? undefined : 'undetermined';
	return toMs > fromMs ? { fromMs, toMs } : undefined;
}
