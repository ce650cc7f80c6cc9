import { type EventGroup, type GroupKind, groupOf } from '../../events/eventGroups';
import type { LoggedEvent } from '../../events/event';
import type { Alert } from './alert';

export interface BurstRule {
	readonly groupKind: GroupKind;
	readonly count: number;
	/** An event that is exactly this much older is outside. */
	readonly withinMs: number;
}

/** Makes bursts of events. The log itself is counted, so nothing is remembered of consumed events. */
export function gatherBursts(
	alerts: readonly Alert[],
	lookback: readonly LoggedEvent[],
	rule: BurstRule,
): readonly Alert[] {
	const [newEvents, redelivered] = [new Set<LoggedEvent>(), new Set<LoggedEvent>()];
	for (const alert of alerts) (alert.isRedelivered ? redelivered : newEvents).add(alert.event);
	return groupEvents([...lookback, ...redelivered, ...newEvents], rule)
		.flatMap((group) => findBursts(group, newEvents, redelivered, rule))
		.sort((one, other) => one.event.createdAtMs - other.event.createdAtMs);
}

type Group = EventGroup & { readonly members: LoggedEvent[] };

function groupEvents(events: readonly LoggedEvent[], { groupKind }: BurstRule): Group[] {
	const groups = new Map<string, Group>();
	for (const event of events) {
		const group = groupOf(groupKind, event);
		if (group === undefined) continue;
		// The kind keeps a burst's suppression key apart from that of a single event.
		const key = `${groupKind} ${group.key}`;
		const groupSoFar = groups.get(key) ?? { ...group, key, members: [] };
		groups.set(key, groupSoFar);
		groupSoFar.members.push(event);
	}
	return [...groups.values()];
}

/**
 * A streak is a row of events at each of which the count is reached. It makes one burst, at its first event. One that
 * consumed events alone had reached was reported before: it comes again only if its first event is redelivered.
 */
function findBursts(
	{ members, ...group }: Group,
	newEvents: ReadonlySet<LoggedEvent>,
	redelivered: ReadonlySet<LoggedEvent>,
	rule: BurstRule,
): readonly Alert[] {
	// The order is stable: within an instant, events that were there before come first.
	const all = [...members].sort((one, other) => one.createdAtMs - other.createdAtMs);
	const consumed = all.filter((event) => !newEvents.has(event));
	const consumedStreaks = findStreaks(consumed, rule);
	const reachedBefore = new Set(consumedStreaks.flat());
	const toBurst = (counted: readonly LoggedEvent[], [event]: Streak): Alert => {
		const end = counted.indexOf(event) + 1;
		const events = counted.slice(end - rule.count, end);
		return { event, events, group, suppressedCount: 0, isRedelivered: reachedBefore.has(event) };
	};
	return [
		...consumedStreaks
			.filter(([first]) => redelivered.has(first))
			.map((streak) => toBurst(consumed, streak)),
		...findStreaks(all, rule)
			.filter((streak) => !streak.some((event) => reachedBefore.has(event)))
			.map((streak) => toBurst(all, streak)),
	];
}

/** The count is reached at each of these, which are in a row. */
type Streak = [LoggedEvent, ...LoggedEvent[]];

function findStreaks(events: readonly LoggedEvent[], { count, withinMs }: BurstRule): Streak[] {
	const streaks: Streak[] = [];
	let current: Streak | undefined;
	for (const [index, event] of events.entries()) {
		const oldestMs = events[index + 1 - count]?.createdAtMs ?? -Infinity;
		if (oldestMs <= event.createdAtMs - withinMs) current = undefined;
		else if (current === undefined) streaks.push((current = [event]));
		else current.push(event);
	}
	return streaks;
}
