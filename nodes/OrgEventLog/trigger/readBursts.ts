import type { LoggedEvent } from '../api/event';
import type { EventCheck } from '../api/filterMatcher';
import type { LogSource, TimeRange } from '../api/page';
import { walkEvents } from '../reading/walk';
import {
	type Burst,
	type BurstRule,
	type CountedEvent,
	burstsAt,
	findBursts,
	toCounted,
} from './bursts';
import type { Cursor } from './cursor';

/** Where bursts are looked up. */
export interface BurstRequest {
	readonly source: LogSource<LoggedEvent>;
	/** Which events count. */
	readonly matches: EventCheck;
	/** The cursor that the poll began with. */
	readonly begunFrom: Cursor;
	/** Whether the time for it is used up: what was not read by then is not counted. */
	readonly isTimeUp: () => boolean;
}

export interface ReadBursts {
	/** Those that the new events make. */
	readonly bursts: readonly Burst[];
	/** Those that are told of once more. */
	readonly again: readonly Burst[];
	/** Where there was no time to read all that counts: from when on it was counted, epoch milliseconds. */
	readonly countedFromMs?: number;
}

/**
 * The bursts that a poll's new events make, by the log itself: what was consumed before is read
 * once more as far back as it counts, newest first, so that nothing has to be remembered for it.
 * Where there is nothing to look up nothing is asked for.
 *
 * @param newEvents those that the poll consumed and that match
 * @param moments of bursts that are to be told of once more
 * @throws EventLogFailure
 */
export async function readBursts(
	request: BurstRequest,
	newEvents: readonly LoggedEvent[],
	moments: readonly LoggedEvent[],
	rule: BurstRule,
): Promise<ReadBursts> {
	const added = newEvents.flatMap((event) => toCounted(event, rule, true));
	const told = moments.flatMap((event) => toCounted(event, rule, false));
	const around = [...added, ...told];
	if (around.length === 0) return { bursts: [], again: [] };
	const oldestMs = around.reduce((ms, { createdAtMs }) => Math.min(ms, createdAtMs), Infinity);
	const groups = new Set(around.map(({ group }) => group.key));
	const read = async (range: Required<TimeRange>) =>
		await readConsumed(request, range, new CountedEvents(groups, oldestMs, rule));

	const startMs = oldestMs - rule.withinMs + 1;
	const recent = await read({ startMs, endMs: endOfWhatCounts(request, around, rule) });
	const counted = inOrder([...recent.counted, ...added]);
	const again = burstsAt(told, counted, recent.fromMs, rule);
	const { bursts, needsFromMs } = findBursts(counted, startMs, rule);
	if (recent.fromMs > startMs) return { bursts, again, countedFromMs: recent.fromMs };
	if (needsFromMs === undefined) return { bursts, again };

	const earlier = await read({ startMs: needsFromMs, endMs: startMs });
	const all = inOrder([...earlier.counted, ...counted]);
	return { again, bursts: findBursts(all, needsFromMs, rule).bursts };
}

/** Events of some groups, as they are read newest first. Of those that can't be one of a burst, only the times. */
class CountedEvents {
	private readonly newestFirst: CountedEvent[] = [];
	private readonly earlier = new Map<string, number>();

	constructor(
		private readonly groups: ReadonlySet<string>,
		/** No burst has its moment before that. */
		private readonly oldestMs: number,
		private readonly rule: BurstRule,
	) {}

	add(event: LoggedEvent): void {
		for (const member of toCounted(event, this.rule, false)) {
			const { key } = member.group;
			if (!this.groups.has(key)) continue;
			this.newestFirst.push(member);
			if (event.createdAtMs >= this.oldestMs) continue;
			const earlier = (this.earlier.get(key) ?? 0) + 1;
			this.earlier.set(key, earlier);
			if (earlier > this.rule.count) delete member.event;
		}
	}

	oldestFirst(): readonly CountedEvent[] {
		return [...this.newestFirst].reverse();
	}
}

/**
 * After what was consumed. An event that came late may belong to a burst that goes on after it, for
 * twice the time of the rule at most.
 */
function endOfWhatCounts(
	{ begunFrom: { watermarkMs, floorMs, consumed } }: BurstRequest,
	around: readonly CountedEvent[],
	{ withinMs }: BurstRule,
): number {
	const newestMs = around.reduce((ms, { createdAtMs }) => Math.max(ms, createdAtMs), -Infinity);
	const reachMs = newestMs + 2 * withinMs;
	const hasFuture = consumed.countFrom(watermarkMs + 1) > 0;
	return hasFuture ? reachMs : Math.min(reachMs, Math.max(watermarkMs + 1, floorMs));
}

/** What was consumed before this poll, and from when on that is all of it. */
async function readConsumed(
	{ source, matches, begunFrom: { floorMs, consumed }, isTimeUp }: BurstRequest,
	range: Required<TimeRange>,
	counted: CountedEvents,
): Promise<{ readonly counted: readonly CountedEvent[]; readonly fromMs: number }> {
	if (range.startMs >= range.endMs) return { counted: [], fromMs: range.startMs };
	for await (const events of walkEvents(source, { order: 'DESC', range })) {
		for (const event of events) {
			const wasConsumed = event.createdAtMs < floorMs || consumed.has(event);
			if (wasConsumed && matches(event)) counted.add(event);
		}
		const reachedMs = events[events.length - 1]?.createdAtMs ?? NaN;
		if (isTimeUp()) return { counted: counted.oldestFirst(), fromMs: reachedMs + 1 };
	}
	return { counted: counted.oldestFirst(), fromMs: range.startMs };
}

/** Of one instant, what was consumed before comes first. */
function inOrder(events: readonly CountedEvent[]): readonly CountedEvent[] {
	return [...events].sort((one, other) => one.createdAtMs - other.createdAtMs);
}
