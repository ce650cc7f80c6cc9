import { type AlertGroup, type GroupKind, groupOf } from '../../events/alertGroups';
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
	const [fresh, redelivered] = [new Set<LoggedEvent>(), new Set<LoggedEvent>()];
	for (const alert of alerts) (alert.redelivered ? redelivered : fresh).add(alert.event);
	return groupEvents([...lookback, ...redelivered, ...fresh], rule)
		.flatMap((group) => findBursts(group, fresh, redelivered, rule))
		.sort((one, other) => one.event.createdAtMs - other.event.createdAtMs);
}

type Group = AlertGroup & { readonly members: LoggedEvent[] };

function groupEvents(events: readonly LoggedEvent[], { groupKind }: BurstRule): Group[] {
	const groups = new Map<string, Group>();
	for (const event of events) {
		const group = groupOf(groupKind, event);
		if (group === undefined) continue;
		// The kind keeps a burst's suppression key apart from that of a single event.
		const key = `${groupKind} ${group.key}`;
		const known = groups.get(key) ?? { ...group, key, members: [] };
		groups.set(key, known);
		known.members.push(event);
	}
	return [...groups.values()];
}

/**
 * A streak of events at each of which the count is reached is one burst, at its first event. It is new
 * if at none of its events the count was reached without the new ones. So a streak that only goes on is
 * none, and neither is one that an event which came late makes longer.
 */
function findBursts(
	{ members, ...group }: Group,
	fresh: ReadonlySet<LoggedEvent>,
	redelivered: ReadonlySet<LoggedEvent>,
	rule: BurstRule,
): readonly Alert[] {
	// The order is stable: within an instant, events that were there before come first.
	const all = [...members].sort((one, other) => one.createdAtMs - other.createdAtMs);
	const known = all.filter((event) => !fresh.has(event));
	const knownStreaks = findStreaks(known, rule);
	const reachedBefore = new Set(knownStreaks.flat());
	const toBurst = (counted: readonly LoggedEvent[], [event]: Streak): Alert => {
		const end = counted.indexOf(event) + 1;
		const events = counted.slice(end - rule.count, end);
		return { event, events, group, suppressed: 0, redelivered: reachedBefore.has(event) };
	};
	return [
		...knownStreaks
			.filter(([first]) => redelivered.has(first))
			.map((streak) => toBurst(known, streak)),
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
	for (const [at, event] of events.entries()) {
		const oldestMs = events[at + 1 - count]?.createdAtMs ?? -Infinity;
		if (oldestMs <= event.createdAtMs - withinMs) current = undefined;
		else if (current === undefined) streaks.push((current = [event]));
		else current.push(event);
	}
	return streaks;
}
