import { describeTime } from '../../text/times';
import { type BurstGroupKind, groupOf } from '../../events/alertGroups';
import type { LoggedEvent } from '../../events/event';
import { type Alert, type Batch, type BurstGroup, withWarning } from './batch';

export interface BurstRule {
	readonly groupKind: BurstGroupKind;
	/** A burst has at least this many events, two or more. */
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
export function gatherBursts(batch: Batch, rule: BurstRule): Batch {
	const { events = [], cutToMs } = batch.facts.lookback ?? {};
	const members: Member[] = [
		...events.map((event) => ({ event, isKnown: true })),
		...batch.alerts.map(({ event, redelivered }) => ({ event, isKnown: redelivered, redelivered })),
	];
	const alerts = groupsOf(members, rule)
		.flatMap((group) => burstsOf(group, rule))
		.sort((one, other) => one.event.createdAtMs - other.event.createdAtMs);
	const gathered = { ...batch, alerts };
	if (cutToMs === undefined) return gathered;
	const warning = `The poll could not count all events for bursts. Events before ${describeTime(cutToMs)} were not counted. Set Source to Matching Events and add filters, or lower Burst Minutes`;
	return withWarning(gathered, warning);
}

interface Member {
	readonly event: LoggedEvent;
	/** True if it was counted before. */
	readonly isKnown: boolean;
	/** True if n8n was given it before and is to be given it again. */
	readonly redelivered?: boolean;
}

interface Group extends BurstGroup {
	readonly members: Member[];
}

function groupsOf(members: readonly Member[], { groupKind }: BurstRule): Group[] {
	const groups = new Map<string, Group>();
	for (const member of members) {
		const group = groupOf(groupKind, member.event);
		if (group === undefined) continue;
		const known = groups.get(group.key) ?? { ...group, groupKind, members: [] };
		groups.set(group.key, known);
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
	const knownStreaks = streaksOf(
		all.filter(({ isKnown }) => isKnown),
		rule,
	);
	const reachedBefore = new Set(knownStreaks.flatMap(({ reached }) => reached));
	const streaks = [
		...knownStreaks.filter(({ reached: [first] }) => first?.redelivered),
		...streaksOf(all, rule).filter(({ reached }) => !reached.some((one) => reachedBefore.has(one))),
	];
	return streaks.flatMap(({ events, reached: [first] }) =>
		first === undefined
			? []
			: [
					{
						event: first.event,
						events,
						group,
						suppressed: 0,
						redelivered: reachedBefore.has(first),
					},
				],
	);
}

interface Streak {
	/** The events that reach the count together, at the last of them. */
	readonly events: readonly LoggedEvent[];
	/** The count is reached at each of these, which are in a row. */
	readonly reached: Member[];
}

function streaksOf(members: readonly Member[], { count, withinMs }: BurstRule): Streak[] {
	const streaks: Streak[] = [];
	let current: Streak | undefined;
	for (const [at, member] of members.entries()) {
		const oldest = members[at - count + 1];
		const startMs = member.event.createdAtMs - withinMs;
		if (oldest === undefined || oldest.event.createdAtMs <= startMs) {
			current = undefined;
		} else if (current === undefined) {
			const events = members.slice(at - count + 1, at + 1).map(({ event }) => event);
			streaks.push((current = { events, reached: [member] }));
		} else current.reached.push(member);
	}
	return streaks;
}
