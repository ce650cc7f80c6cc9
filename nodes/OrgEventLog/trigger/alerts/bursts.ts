import type { LoggedEvent } from '../../events/event';
import type { EventCheck } from '../../events/filterMatcher';
import type { LogSource } from '../../api/page';
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
 * once more, newest first, so that nothing has to be remembered for it. Whether the count was reached at an
 * event before the new ones depends on what was before that: so it is read twice as far back as it counts.
 * Where there is nothing to look up nothing is asked for.
 *
 * @param newEvents those that the poll consumed and that match
 * @param moments of bursts that are to be told of once more
 * @throws EventLogFailure
 */
export async function readBursts(
	{ source, matches, begunFrom, isTimeUp }: BurstRequest,
	newEvents: readonly LoggedEvent[],
	moments: readonly LoggedEvent[],
	rule: BurstRule,
): Promise<ReadBursts> {
	const groups = new Groups(newEvents, moments, rule);
	const startMs = groups.oldestMs - 2 * rule.withinMs + 2;
	// An event that came late may belong to a burst that goes on after it.
	const { watermarkMs, floorMs, consumed } = begunFrom;
	const consumedToMs = Math.max(watermarkMs, consumed.newestMs(), floorMs - 1);
	const endMs = Math.min(groups.newestMs + 2 * rule.withinMs, consumedToMs + 1);
	if (startMs >= endMs) return groups.bursts(startMs);
	const range = { startMs, endMs };
	for await (const events of walkEvents(source, { order: 'DESC', range })) {
		for (const event of events) {
			const wasConsumed = event.createdAtMs < floorMs || consumed.has(event);
			if (wasConsumed && matches(event)) groups.addOlder(event);
		}
		const oldest = events[events.length - 1];
		if (oldest === undefined || !isTimeUp()) continue;
		const countedFromMs = oldest.createdAtMs + 1;
		return { ...groups.bursts(countedFromMs), countedFromMs };
	}
	return groups.bursts(startMs);
}

/** The bursts that these events make by themselves, by their moments. */
export function burstsAmong(events: readonly LoggedEvent[], rule: BurstRule): readonly Burst[] {
	return new Groups(events, [], rule).bursts(-Infinity).bursts;
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
class Groups {
	oldestMs = Infinity;
	newestMs = -Infinity;
	private readonly byKey = new Map<string, GroupMembers>();

	constructor(
		newEvents: readonly LoggedEvent[],
		moments: readonly LoggedEvent[],
		private readonly rule: BurstRule,
	) {
		for (const event of newEvents) this.groupFor(event)?.newEvents.push(event);
		for (const event of moments) this.groupFor(event)?.moments.push(event);
	}

	private groupFor(event: LoggedEvent): GroupMembers | undefined {
		const group = groupOf(this.rule.per, event);
		if (group === undefined) return undefined;
		this.oldestMs = Math.min(this.oldestMs, event.createdAtMs);
		this.newestMs = Math.max(this.newestMs, event.createdAtMs);
		const members = this.byKey.get(group.key) ?? { group, newEvents: [], moments: [], known: [] };
		this.byKey.set(group.key, members);
		return members;
	}

	/** @param event consumed before, and no younger than the one added before it */
	addOlder(event: LoggedEvent): void {
		const group = groupOf(this.rule.per, event);
		const known = group && this.byKey.get(group.key)?.known;
		// Of what is older than all that may make a burst, no more counts than makes one.
		const farthest = known?.[known.length - this.rule.count];
		if (farthest === undefined || farthest.createdAtMs >= this.oldestMs) known?.push(event);
	}

	/**
	 * A stretch of events at each of which the count is reached is one burst, at its first event. It is new
	 * if at none of its events the count was reached without the new ones. So a stretch that only goes on is
	 * none, and neither is one that an event which came late makes longer.
	 *
	 * Those that are told of again are, by their moments, as the log has them now: with an event in them
	 * that has come since, or not at all where too few are left.
	 *
	 * @param completeFromMs from when on all that counts is here
	 */
	bursts(completeFromMs: number): Omit<ReadBursts, 'countedFromMs'> {
		const bursts: Burst[] = [];
		const again: Burst[] = [];
		for (const { group, newEvents, moments, known } of this.byKey.values()) {
			const ids = new Set(moments.map(({ id }) => id));
			const others = known.filter(({ id }) => !ids.has(id)).reverse();
			// Of one instant the moment comes last of those before, and what is new behind it.
			const before = inOrder([...others, ...moments]);
			const members = inOrder([...before, ...newEvents]);
			const reachedBefore = new Set(before.filter((_, at) => this.isReached(before, at)));
			const reached = new Set(members.filter((_, at) => this.isReached(members, at)));
			for (const stretch of stretchesOf(members, (event) => reached.has(event))) {
				if (stretch.some((event) => reachedBefore.has(event))) continue;
				bursts.push(this.toBurst(group, members, stretch[0]));
			}
			const isMoment = (event: LoggedEvent) =>
				ids.has(event.id) &&
				(reached.has(event) || event.createdAtMs - this.rule.withinMs + 1 < completeFromMs);
			// Two in a row are one: they were delivered as events, not as bursts.
			for (const [first] of stretchesOf(members, isMoment)) {
				again.push(this.toBurst(group, members, first));
			}
		}
		bursts.sort((one, other) => one.createdAtMs - other.createdAtMs);
		return { bursts, again };
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
	holds: (event: LoggedEvent) => boolean,
): readonly Stretch[] {
	const stretches: Stretch[] = [];
	let current: Stretch | undefined;
	for (const event of events) {
		if (!holds(event)) current = undefined;
		else if (current === undefined) stretches.push((current = [event]));
		else current.push(event);
	}
	return stretches;
}
