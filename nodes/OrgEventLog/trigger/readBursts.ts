import type { LoggedEvent } from '../api/event';
import type { EventCheck } from '../api/filterMatcher';
import type { LogSource, TimeRange } from '../api/page';
import { walkEvents } from '../reading/walk';
import { type Burst, type BurstRule, type CountedEvent, findBursts, toCounted } from './bursts';
import type { Cursor } from './cursor';

/** Where bursts are looked up. */
export interface BurstRequest {
	readonly source: LogSource<LoggedEvent>;
	/** Which events count. */
	readonly matches: EventCheck;
	/** The cursor that the poll began with. */
	readonly begunFrom: Cursor;
}

/**
 * The bursts that a poll's new events make, by the log itself: what was consumed before is read
 * once more as far back as it counts, so that nothing has to be remembered for it. Without new
 * events nothing is asked for.
 *
 * @param newEvents those that the poll consumed and that match
 * @throws EventLogFailure
 */
export async function readBursts(
	request: BurstRequest,
	newEvents: readonly LoggedEvent[],
	rule: BurstRule,
): Promise<readonly Burst[]> {
	const added = newEvents.flatMap((event) => toCounted(event, rule, true));
	const endMs = endOfWhatCounts(request, added, rule);
	return await findAround(added, { request, rule, endMs, isNew: false, added });
}

/**
 * The bursts that events made which were consumed before, found anew: those that have one of them.
 *
 * @throws EventLogFailure
 */
export async function repeatBursts(
	request: BurstRequest,
	events: readonly LoggedEvent[],
	rule: BurstRule,
): Promise<readonly Burst[]> {
	const ids = new Set(events.map(({ id }) => id));
	const around = events.flatMap((event) => toCounted(event, rule, true));
	const endMs = newestOf(around) + 1;
	const bursts = await findAround(around, { request, rule, endMs, isNew: true, added: [] });
	return bursts.filter((burst) => burst.events.some(({ id }) => ids.has(id)));
}

interface Counting {
	readonly request: BurstRequest;
	readonly rule: BurstRule;
	/** After what was consumed before and counts. */
	readonly endMs: number;
	/** Whether that counts for the first time. */
	readonly isNew: boolean;
	/** What counts beside it. */
	readonly added: readonly CountedEvent[];
}

/** The bursts of the groups of these events, from as far back as they may have begun. */
async function findAround(
	events: readonly CountedEvent[],
	{ request, rule, endMs, isNew, added }: Counting,
): Promise<readonly Burst[]> {
	if (events.length === 0) return [];
	const groups = new Set(events.map(({ group }) => group.key));
	const oldestMs = oldestOf(events);
	const read = async (range: Required<TimeRange>) => {
		const counted = new CountedEvents(rule.count, oldestMs);
		await readConsumed(request, range, (event) => {
			const members = toCounted(event, rule, isNew);
			for (const member of members) if (groups.has(member.group.key)) counted.add(member);
		});
		return counted.all;
	};
	const fromMs = oldestMs - rule.withinMs + 1;
	const recent = await read({ startMs: fromMs, endMs });
	const { bursts, needsFromMs } = findBursts(inOrder(recent, added), fromMs, rule);
	if (needsFromMs === undefined) return bursts;
	const earlier = await read({ startMs: needsFromMs, endMs: fromMs });
	return findBursts(inOrder([...earlier, ...recent], added), needsFromMs, rule).bursts;
}

/** Events as they are read, oldest first. Of those that can't be one of a new burst, only the times. */
class CountedEvents {
	readonly all: CountedEvent[] = [];
	private readonly latest = new Map<string, CountedEvent[]>();

	/**
	 * @param count of the rule: so many may be of a burst
	 * @param oldestMs of the events that make the bursts
	 */
	constructor(
		private readonly count: number,
		private readonly oldestMs: number,
	) {}

	add(member: CountedEvent): void {
		this.all.push(member);
		if (member.createdAtMs >= this.oldestMs) return;
		const latest = this.latest.get(member.group.key) ?? [];
		this.latest.set(member.group.key, latest);
		latest.push(member);
		if (latest.length > this.count) delete latest.shift()?.event;
	}
}

/**
 * After what was consumed. An event that came late may belong to a burst that goes on after it, for
 * twice the time of the rule at most.
 */
function endOfWhatCounts(
	{ begunFrom: { watermarkMs, floorMs, consumed } }: BurstRequest,
	added: readonly CountedEvent[],
	{ withinMs }: BurstRule,
): number {
	const reachMs = newestOf(added) + 2 * withinMs;
	const hasFuture = consumed.countFrom(watermarkMs + 1) > 0;
	return hasFuture ? reachMs : Math.min(reachMs, Math.max(watermarkMs + 1, floorMs));
}

/** Goes over what was consumed before this poll, oldest first. */
async function readConsumed(
	{ source, matches, begunFrom: { floorMs, consumed } }: BurstRequest,
	range: Required<TimeRange>,
	visit: (event: LoggedEvent) => void,
): Promise<void> {
	if (range.startMs >= range.endMs) return;
	for await (const events of walkEvents(source, { order: 'ASC', range })) {
		for (const event of events) {
			if (!matches(event)) continue;
			if (event.createdAtMs < floorMs || consumed.has(event)) visit(event);
		}
	}
}

function oldestOf(events: readonly CountedEvent[]): number {
	return events.reduce((oldest, event) => Math.min(oldest, event.createdAtMs), Infinity);
}

function newestOf(events: readonly CountedEvent[]): number {
	return events.reduce((newest, event) => Math.max(newest, event.createdAtMs), -Infinity);
}

/** Of one instant, what was consumed before comes first. */
function inOrder(
	consumed: readonly CountedEvent[],
	added: readonly CountedEvent[],
): readonly CountedEvent[] {
	return [...consumed, ...added].sort((one, other) => one.createdAtMs - other.createdAtMs);
}
