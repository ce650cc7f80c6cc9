import type { LoggedEvent } from '../../events/event';
import type { EventCheck } from '../../events/filterMatcher';
import type { LogSource, TimeRange } from '../../api/page';
import { walkEvents } from '../../reading/walk';
import { type AlertGroup, type BurstGroupKind, groupOf } from '../../events/alertGroups';
import type { Cursor } from '../position/cursor';
import type { BurstRule } from '../../parameters/triggerSettings';

/** So many events of a group in so short a time. */
export interface Burst {
	readonly per: BurstGroupKind;
	readonly group: AlertGroup;
	/** Those that are so many, oldest first. */
	readonly events: readonly LoggedEvent[];
	/** The last of them, with which the count was reached. */
	readonly moment: LoggedEvent;
	/** When that was, epoch milliseconds. */
	readonly createdAtMs: number;
}

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
	/** Those that the new events make, by their moments. */
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
	const counted = new CountedEvents(newEvents, moments, rule);
	if (counted.isEmpty) return { bursts: [], again: [] };
	const startMs = counted.oldestMs - rule.withinMs + 1;
	const fromMs = await countConsumed(request, counted, {
		startMs,
		endMs: endOfWhatCounts(request, counted, rule),
	});
	const again = counted.burstsAgain(fromMs);
	const bursts = counted.newBursts();
	if (fromMs > startMs) return { bursts, again, countedFromMs: fromMs };
	if (bursts.length === 0) return { bursts, again };
	// They may go on what began before: whether the count was reached then depends on what was before that.
	await countConsumed(request, counted, { startMs: startMs - rule.withinMs + 1, endMs: startMs });
	return { bursts: counted.newBursts(), again };
}

/** The bursts that these events make by themselves, by their moments. */
export function burstsAmong(events: readonly LoggedEvent[], rule: BurstRule): readonly Burst[] {
	return new CountedEvents(events, [], rule).newBursts();
}

/**
 * After what was consumed. An event that came late may belong to a burst that goes on after it, for
 * twice the time of the rule at most.
 */
function endOfWhatCounts(
	{ begunFrom: { watermarkMs, floorMs, consumed } }: BurstRequest,
	{ newestMs }: CountedEvents,
	{ withinMs }: BurstRule,
): number {
	const consumedToMs = Math.max(watermarkMs, consumed.newestMs(), floorMs - 1);
	return Math.min(newestMs + 2 * withinMs, consumedToMs + 1);
}

/** Counts what was consumed before this poll. @returns from when on that is all of it */
async function countConsumed(
	{ source, matches, begunFrom: { floorMs, consumed }, isTimeUp }: BurstRequest,
	counted: CountedEvents,
	range: Required<TimeRange>,
): Promise<number> {
	if (range.startMs >= range.endMs) return range.startMs;
	for await (const events of walkEvents(source, { order: 'DESC', range })) {
		for (const event of events) {
			const wasConsumed = event.createdAtMs < floorMs || consumed.has(event);
			if (wasConsumed && matches(event)) counted.addOlder(event);
		}
		const oldest = events[events.length - 1];
		if (oldest !== undefined && isTimeUp()) return oldest.createdAtMs + 1;
	}
	return range.startMs;
}

/** What counts of one group. */
interface GroupMembers {
	readonly group: AlertGroup;
	readonly newEvents: LoggedEvent[];
	readonly moments: LoggedEvent[];
	/** Consumed before, newest first. */
	readonly known: LoggedEvent[];
}

/** The events that count, of all groups for which there may be something to tell. */
class CountedEvents {
	oldestMs = Infinity;
	newestMs = -Infinity;
	private readonly groups = new Map<string, GroupMembers>();

	constructor(
		newEvents: readonly LoggedEvent[],
		moments: readonly LoggedEvent[],
		private readonly rule: BurstRule,
	) {
		for (const event of newEvents) this.groupFor(event)?.newEvents.push(event);
		for (const event of moments) this.groupFor(event)?.moments.push(event);
	}

	get isEmpty(): boolean {
		return this.groups.size === 0;
	}

	/** @param event consumed before, and no younger than the one added before it */
	addOlder(event: LoggedEvent): void {
		const group = groupOf(this.rule.per, event);
		const known = group && this.groups.get(group.key)?.known;
		// Of what is older than all that may make a burst, no more counts than makes one.
		const farthest = known?.[known.length - this.rule.count];
		if (farthest === undefined || farthest.createdAtMs >= this.oldestMs) known?.push(event);
	}

	/**
	 * The bursts that new events make. A stretch of events at each of which the count is reached is one
	 * burst, at its first event; it is new if at none of its events the count was reached without the
	 * new ones. So a stretch that only goes on is none, and neither is one that an event which came
	 * late makes longer.
	 */
	newBursts(): readonly Burst[] {
		const bursts = [...this.groups.values()].flatMap(({ group, newEvents, known }) => {
			const before = [...known].reverse();
			const members = inOrder([...before, ...newEvents]);
			const reached = new Set(members.filter((_, at) => this.isReached(members, at)));
			const reachedBefore = new Set(before.filter((_, at) => this.isReached(before, at)));
			return stretchesOf(members, (event) => reached.has(event))
				.filter((stretch) => !stretch.some((event) => reachedBefore.has(event)))
				.map(([first]) => this.toBurst(group, members, first));
		});
		return bursts.sort((one, other) => one.createdAtMs - other.createdAtMs);
	}

	/**
	 * Bursts that were found before, by their moments, as the log has them now: with an event in them that
	 * has come since, or without one that is gone.
	 *
	 * @param completeFromMs from when on all that counts is here
	 */
	burstsAgain(completeFromMs: number): readonly Burst[] {
		return [...this.groups.values()].flatMap(({ group, newEvents, moments, known }) => {
			const ids = new Set(moments.map(({ id }) => id));
			const others = [...[...known].reverse(), ...newEvents].filter(({ id }) => !ids.has(id));
			// Of one instant the moment comes last.
			const members = inOrder([...others, ...moments]);
			const isBurst = (event: LoggedEvent, at: number) => {
				const isAllKnown = event.createdAtMs - this.rule.withinMs + 1 >= completeFromMs;
				return ids.has(event.id) && (!isAllKnown || this.isReached(members, at));
			};
			// Two in a row are one: they were delivered as events, not as bursts.
			return stretchesOf(members, isBurst).map(([first]) => this.toBurst(group, members, first));
		});
	}

	private groupFor(event: LoggedEvent): GroupMembers | undefined {
		const group = groupOf(this.rule.per, event);
		if (group === undefined) return undefined;
		this.oldestMs = Math.min(this.oldestMs, event.createdAtMs);
		this.newestMs = Math.max(this.newestMs, event.createdAtMs);
		const members = this.groups.get(group.key) ?? { group, newEvents: [], moments: [], known: [] };
		this.groups.set(group.key, members);
		return members;
	}

	/** Whether there are so many with this one. */
	private isReached(members: readonly LoggedEvent[], at: number): boolean {
		const { count, withinMs } = this.rule;
		const [first, last] = [members[at - count + 1], members[at]];
		if (first === undefined || last === undefined) return false;
		return first.createdAtMs > last.createdAtMs - withinMs;
	}

	/** At the first event of a stretch there are just so many: one more would have been reached before. */
	private toBurst(group: AlertGroup, members: readonly LoggedEvent[], moment: LoggedEvent): Burst {
		const { per, count } = this.rule;
		const end = members.indexOf(moment) + 1;
		const events = members.slice(Math.max(0, end - count), end);
		return { per, group, events, moment, createdAtMs: moment.createdAtMs };
	}
}

/** Of one instant, what was first stays first. */
function inOrder(events: readonly LoggedEvent[]): readonly LoggedEvent[] {
	return [...events].sort((one, other) => one.createdAtMs - other.createdAtMs);
}

type Stretch = [first: LoggedEvent, ...others: LoggedEvent[]];

/** Events in a row of which this holds. */
function stretchesOf(
	events: readonly LoggedEvent[],
	holds: (event: LoggedEvent, at: number) => boolean,
): readonly Stretch[] {
	const stretches: Stretch[] = [];
	let current: Stretch | undefined;
	for (const [at, event] of events.entries()) {
		if (!holds(event, at)) current = undefined;
		else if (current === undefined) stretches.push((current = [event]));
		else current.push(event);
	}
	return stretches;
}
