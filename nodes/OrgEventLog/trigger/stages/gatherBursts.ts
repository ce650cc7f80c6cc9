import { type AlertGroup, type GroupKind, groupOf } from '../../events/alertGroups';
import type { LoggedEvent } from '../../events/event';
import type { Alert } from './batch';

export interface BurstRule {
	readonly groupKind: GroupKind;
	readonly count: number;
	/** An event that is exactly this much older is outside. */
	readonly withinMs: number;
}

/**
 * Gives how far the log has to be read again before a new event, milliseconds. A streak may have begun up to `withinMs`
 * before it, and whether the count was reached there depends on as much again. Both limits are exclusive, hence - 2.
 */
export function lookbackMsOf({ withinMs }: BurstRule): number {
	return 2 * withinMs - 2;
}

/** Makes bursts of events. The log itself is counted, so nothing is remembered of consumed events. */
export function gatherBursts(
	alerts: readonly Alert[],
	lookback: readonly LoggedEvent[],
	rule: BurstRule,
): readonly Alert[] {
	const members: Member[] = [
		...lookback.map((event) => ({ event, isKnown: true })),
		...alerts.map(({ event, redelivered }) => ({ event, isKnown: redelivered, redelivered })),
	];
	return groupsOf(members, rule)
		.flatMap((group) => burstsOf(group, rule))
		.sort((one, other) => one.event.createdAtMs - other.event.createdAtMs);
}

interface Member {
	readonly event: LoggedEvent;
	/** True if it was counted before. */
	readonly isKnown: boolean;
	readonly redelivered?: boolean;
}

interface Group extends AlertGroup {
	readonly members: Member[];
}

function groupsOf(members: readonly Member[], { groupKind }: BurstRule): Group[] {
	const groups = new Map<string, Group>();
	for (const member of members) {
		const group = groupOf(groupKind, member.event);
		if (group === undefined) continue;
		// Bursts of a group repeat each other, and never single events.
		const key = `${groupKind} ${group.key}`;
		const known = groups.get(key) ?? { ...group, key, members: [] };
		groups.set(key, known);
		known.members.push(member);
	}
	return [...groups.values()];
}

/**
 * A streak of events at each of which the count is reached is one burst, at its first event. It is new
 * if at none of its events the count was reached without the new ones. So a streak that only goes on is
 * none, and neither is one that an event which came late makes longer.
 */
function burstsOf({ members, ...group }: Group, rule: BurstRule): readonly Alert[] {
	// Within an instant, events that were there before come first.
	const all = [...members].sort(
		(one, other) =>
			one.event.createdAtMs - other.event.createdAtMs ||
			Number(other.isKnown) - Number(one.isKnown),
	);
	const known = all.filter(({ isKnown }) => isKnown);
	const knownStreaks = streaksOf(known, rule);
	const reachedBefore = new Set(knownStreaks.flat());
	const newStreaks = streaksOf(all, rule).filter(
		(streak) => !streak.some((member) => reachedBefore.has(member)),
	);
	const toBurst = (counted: readonly Member[], [first]: Streak): Alert => {
		const end = counted.indexOf(first) + 1;
		const events = counted.slice(end - rule.count, end).map(({ event }) => event);
		const redelivered = reachedBefore.has(first);
		return { event: first.event, events, group, suppressed: 0, redelivered };
	};
	return [
		...knownStreaks.filter(([first]) => first.redelivered).map((streak) => toBurst(known, streak)),
		...newStreaks.map((streak) => toBurst(all, streak)),
	];
}

/** The count is reached at each of these, which are in a row. */
type Streak = [Member, ...Member[]];

function streaksOf(members: readonly Member[], { count, withinMs }: BurstRule): Streak[] {
	const streaks: Streak[] = [];
	let current: Streak | undefined;
	for (const [at, member] of members.entries()) {
		const oldestMs = members[at + 1 - count]?.event.createdAtMs ?? -Infinity;
		if (oldestMs <= member.event.createdAtMs - withinMs) current = undefined;
		else if (current === undefined) streaks.push((current = [member]));
		else current.push(member);
	}
	return streaks;
}
