import type { LoggedEvent } from '../api/event';
import { type AlertGroup, type BurstGroupKind, groupOf } from './alertGroups';

/** How often is too often. */
export interface BurstRule {
	readonly per: BurstGroupKind;
	/** How many events of a group, at least two, … */
	readonly count: number;
	/** … within this time up to one of them: later than so long before it. Milliseconds. */
	readonly withinMs: number;
}

/** The moment at which the events of a group became so many. */
export interface Burst {
	readonly per: BurstGroupKind;
	readonly group: AlertGroup;
	/** Those that are so many, oldest first. The last one is the moment. */
	readonly events: readonly LoggedEvent[];
}

/** An event as far as it counts. */
export interface CountedEvent {
	readonly group: AlertGroup;
	readonly createdAtMs: number;
	/** Whether it counts for the first time. */
	readonly isNew: boolean;
	/** Not needed where it is too far back to be one of a new burst. */
	event?: LoggedEvent;
}

/** @returns none where the event belongs to no group */
export function toCounted(
	event: LoggedEvent,
	{ per }: BurstRule,
	isNew: boolean,
): readonly CountedEvent[] {
	const group = groupOf(per, event);
	return group === undefined ? [] : [{ group, createdAtMs: event.createdAtMs, isNew, event }];
}

export interface FoundBursts {
	/** By their moments, oldest first. */
	readonly bursts: readonly Burst[];
	/** From when on events have to be known as well before that is certain; epoch milliseconds. */
	readonly needsFromMs?: number;
}

/**
 * The bursts that new events make. A stretch of events at each of which the count is reached is one
 * burst, at its first event; it is new if at none of its events the count was reached without the
 * new ones. So a stretch that only goes on is none, and neither is one that an event which came
 * late makes longer.
 *
 * @param counted every matching event from `completeFromMs` on that is consumed, oldest first
 */
export function findBursts(
	counted: readonly CountedEvent[],
	completeFromMs: number,
	rule: BurstRule,
): FoundBursts {
	const bursts: Burst[] = [];
	let needsFromMs = Infinity;
	for (const [group, members] of byGroup(counted)) {
		for (const { start } of newStretches(members, rule)) {
			// Whether the count was reached at the event before depends on those before that one.
			const beforeMs = members[start - 1]?.createdAtMs ?? Infinity;
			const neededMs = beforeMs - rule.withinMs + 1;
			if (neededMs < completeFromMs) needsFromMs = Math.min(needsFromMs, neededMs);
			bursts.push({ per: rule.per, group, events: eventsUpTo(members, start, rule) });
		}
	}
	return {
		bursts: bursts.sort((one, other) => momentOf(one) - momentOf(other)),
		...(needsFromMs < Infinity && { needsFromMs }),
	};
}

/**
 * Bursts that were found before, by their moments, as the log has them now: with an event in them that
 * has come since, or without one that is gone.
 *
 * @param counted every matching event from `completeFromMs` on that was consumed
 */
export function burstsAt(
	moments: readonly CountedEvent[],
	counted: readonly CountedEvent[],
	completeFromMs: number,
	rule: BurstRule,
): readonly Burst[] {
	const ids = new Set(moments.map(({ event }) => event?.id));
	const others = counted.filter(({ event }) => event === undefined || !ids.has(event.id));
	const isMoment = new Set(moments);
	// Of one instant the moment comes last.
	const inOrder = [...others, ...moments].sort((one, other) => one.createdAtMs - other.createdAtMs);
	return [...byGroup(inOrder)].flatMap(([group, members]) => {
		const isBurst = members.map((member, index) => {
			const isAllKnown = member.createdAtMs - rule.withinMs >= completeFromMs - 1;
			return isMoment.has(member) && (!isAllKnown || isReached(members, index, rule));
		});
		// Two in a row are one: they were delivered as events, not as bursts.
		const starts = isBurst.flatMap((is, index) => (is && !isBurst[index - 1] ? [index] : []));
		return starts.map((index) => ({
			...{ per: rule.per, group, events: eventsUpTo(members, index, rule) },
		}));
	});
}

/** When the count of a burst was reached, epoch milliseconds. */
export function momentOf({ events }: Burst): number {
	return events[events.length - 1]?.createdAtMs ?? NaN;
}

function byGroup(
	counted: readonly CountedEvent[],
): Iterable<readonly [AlertGroup, readonly CountedEvent[]]> {
	const groups = new Map<string, [AlertGroup, CountedEvent[]]>();
	for (const member of counted) {
		const { group } = member;
		const known = groups.get(group.key);
		if (known === undefined) groups.set(group.key, [group, [member]]);
		else known[1].push(member);
	}
	return groups.values();
}

interface Stretch {
	/** The first event at which the count is reached. */
	readonly start: number;
	/** Whether it was reached at none of them without the new events. */
	isNew: boolean;
}

function newStretches(members: readonly CountedEvent[], rule: BurstRule): readonly Stretch[] {
	const known = members.filter(({ isNew }) => !isNew);
	const stretches: Stretch[] = [];
	let current: Stretch | undefined;
	let knownSoFar = 0;
	for (const [index, member] of members.entries()) {
		if (!member.isNew) knownSoFar++;
		if (!isReached(members, index, rule)) {
			current = undefined;
			continue;
		}
		if (current === undefined) stretches.push((current = { start: index, isNew: true }));
		if (!member.isNew && isReached(known, knownSoFar - 1, rule)) current.isNew = false;
	}
	return stretches.filter(({ isNew }) => isNew);
}

/** Whether there are so many with this one. */
function isReached(
	members: readonly CountedEvent[],
	index: number,
	{ count, withinMs }: BurstRule,
): boolean {
	const first = members[index - count + 1];
	const last = members[index];
	if (first === undefined || last === undefined) return false;
	return first.createdAtMs > last.createdAtMs - withinMs;
}

/** At the first event of a stretch there are just so many: one more would have been reached before. */
function eventsUpTo(
	members: readonly CountedEvent[],
	index: number,
	{ count }: BurstRule,
): LoggedEvent[] {
	return members
		.slice(Math.max(0, index - count + 1), index + 1)
		.flatMap(({ event }) => event ?? []);
}
