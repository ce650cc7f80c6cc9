import { suppressionKeyOf } from '../../events/eventGroups';
import { shortHashOf } from '../../events/shortHash';
import type { TriggerSettings } from '../../parameters/parseTriggerSettings';
import type { Alert } from './alert';

/**
 * First it says how many alerts were held back since the last delivery. Then come the times of delivered alerts that may
 * still hold others back, epoch milliseconds, in the order of delivery: a late one makes them unsorted.
 */
type KeyRecord = readonly [suppressedCount: number, ...timesMs: number[]];

/** The keys are short hashes. */
export type SuppressionMemory = Readonly<Record<string, KeyRecord>>;

/**
 * Holds back an alert if a delivered one of its key is less than `suppressRepeatsMs` away: older, or newer if this one
 * comes late. Zero holds back nothing. Only the log's times decide, so the same log gives the same alerts, however often
 * it is polled, unless one comes late.
 *
 * @param floorMs no older event is delivered any more
 * @param freeCharacters the memory may take so many characters of JSON
 */
export function suppressRepeats(
	found: readonly Alert[],
	memory: SuppressionMemory = {},
	settings: Pick<TriggerSettings, 'suppressRepeatsMs' | 'suppressPer'>,
	{ floorMs, freeCharacters }: { readonly floorMs: number; readonly freeCharacters: number },
): readonly [readonly Alert[], SuppressionMemory | undefined] {
	const { suppressRepeatsMs: withinMs, suppressPer } = settings;
	if (withinMs === 0) return [found, undefined];
	const byKey = new Map(Object.entries(memory));
	const alerts = found.flatMap((alert) => {
		const { event, group, isRedelivered } = alert;
		const atMs = event.createdAtMs;
		const keyHash = shortHashOf(group?.key ?? suppressionKeyOf(suppressPer, event));
		const [suppressedCount, ...timesMs] = byKey.get(keyHash) ?? [0];
		// A redelivery was decided on before. What is older than all remembered times is rather repeated than lost.
		if (isRedelivered && (timesMs.includes(atMs) || atMs < Math.min(...timesMs))) return [alert];
		if (timesMs.some((timeMs) => Math.abs(atMs - timeMs) < withinMs)) {
			byKey.set(keyHash, [isRedelivered ? suppressedCount : suppressedCount + 1, ...timesMs]);
			return [];
		}
		byKey.set(keyHash, [0, ...timesMs, atMs]);
		return [{ ...alert, suppressedCount }];
	});
	return [alerts, fitMemory(byKey, floorMs - withinMs, freeCharacters)];
}

/** JSON has two quotes, a colon and a comma around each key. */
const CHARACTERS_AROUND_KEY = 4;

/**
 * Keeps the times that can still hold alerts back, and counts that are not told yet, in at most `maxLength` characters
 * of JSON: the alerts delivered longest ago give way.
 *
 * @param expiredToMs alerts of this time or older hold nothing back any more, epoch milliseconds
 */
export function fitMemory(
	byKey: ReadonlyMap<string, KeyRecord>,
	expiredToMs: number,
	maxLength: number,
): SuppressionMemory {
	const newestMsOf = ([, ...timesMs]: KeyRecord) => Math.max(...timesMs);
	const newestFirst = [...byKey].sort(([, one], [, other]) => newestMsOf(other) - newestMsOf(one));
	let left = maxLength;
	return Object.fromEntries(
		newestFirst.flatMap(([key, record]) => {
			const [suppressedCount, ...timesMs] = record;
			// An entry with a suppressed count stays until the next alert has told it.
			const keptForCountMs = suppressedCount > 0 ? newestMsOf(record) : Infinity;
			const oldestKeptMs = Math.min(expiredToMs + 1, keptForCountMs);
			const keptTimesMs = timesMs.filter((timeMs) => timeMs >= oldestKeptMs);
			if (keptTimesMs.length === 0) return [];
			const kept: KeyRecord = [suppressedCount, ...keptTimesMs];
			left -= JSON.stringify(kept).length + key.length + CHARACTERS_AROUND_KEY;
			return left < 0 ? [] : [[key, kept]];
		}),
	);
}
