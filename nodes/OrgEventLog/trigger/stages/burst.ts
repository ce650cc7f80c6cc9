import { describeTime } from '../../text/times';
import { type BurstGroupKind, groupOf } from '../../events/alertGroups';
import type { LoggedEvent } from '../../events/event';
import { hasIntegers } from '../../json/jsonValues';
import { type Alert, type BurstGroup, type Stage, withWarning } from './batch';

export interface BurstRule {
	readonly groupKind: BurstGroupKind;
	/** A burst has at least this many events, two or more. */
	readonly count: number;
	/** An event that is exactly this much older is outside. */
	readonly withinMs: number;
}

/** Events from this time on were consumed but could not be counted yet, epoch milliseconds. */
export type BurstMemory = { readonly uncountedFromMs: number };

export function isBurstMemory(value: unknown): value is BurstMemory {
	return hasIntegers(value, 'uncountedFromMs');
}

/**
 * Gives the stage that makes bursts of events. It counts the log itself, so nothing is remembered of consumed events.
 * If events can't be counted, because those before them could not be read, the next poll counts them.
 */
export function createBurstStage(rule: BurstRule): Stage<BurstMemory, unknown> {
	return (batch, memory) => {
		const { events: before, cut } = batch.facts.lookback ?? { events: [] };
		if (cut?.by === 'failure') {
			return [{ ...batch, alerts: [] }, { uncountedFromMs: oldestMsOf(batch.alerts, memory) }];
		}
		const uncountedFromMs = memory?.uncountedFromMs ?? Infinity;
		const alerts = burstsOf(
			[
				...before.map((event) => ({ event, isUncounted: event.createdAtMs >= uncountedFromMs })),
				...batch.alerts.map(({ event, redelivered }) => ({
					...{ event, isUncounted: !redelivered, redelivered },
				})),
			],
			rule,
		);
		const counted = { ...batch, alerts };
		if (cut === undefined) return [counted, undefined];
		const warning = `The poll had no time to count all events for bursts. Events before ${describeTime(cut.fromMs)} were not counted. Set Source to Matching Events and add filters, or lower Burst Minutes`;
		return [withWarning(counted, warning), undefined];
	};
}

function oldestMsOf(alerts: readonly Alert[], memory: BurstMemory | undefined): number {
	const { uncountedFromMs = Infinity } = memory ?? {};
	return Math.min(alerts[0]?.event.createdAtMs ?? Infinity, uncountedFromMs);
}

/** Gives the time from which on the log has to be read again, epoch milliseconds; undefined for not at all. */
export function lookbackFromMs(
	{ withinMs }: BurstRule,
	alerts: readonly Alert[],
	memory: BurstMemory | undefined,
): number | undefined {
	const oldestMs = oldestMsOf(alerts, memory);
	// A streak may have begun up to `withinMs` before the oldest alert, and whether the count was reached there depends
	// on as much again. Both limits are exclusive, hence + 2.
	return Number.isFinite(oldestMs) ? oldestMs - 2 * withinMs + 2 : undefined;
}

interface Member {
	readonly event: LoggedEvent;
	/** True if it was not counted before. */
	readonly isUncounted: boolean;
	/** True if n8n was given it before and is to be given it again. */
	readonly redelivered?: boolean;
}

interface Group extends BurstGroup {
	readonly members: Member[];
}

function burstsOf(members: readonly Member[], rule: BurstRule): readonly Alert[] {
	const groups = new Map<string, Group>();
	for (const member of members) {
		const group = groupOf(rule.groupKind, member.event);
		if (group === undefined) continue;
		const known = groups.get(group.key) ?? { ...group, groupKind: rule.groupKind, members: [] };
		groups.set(group.key, known);
		known.members.push(member);
	}
	return [...groups.values()]
		.flatMap((group) => burstsOfGroup(group, rule))
		.sort((one, other) => one.event.createdAtMs - other.event.createdAtMs);
}

/**
 * A streak of events at each of which the count is reached is one burst, at its first event. It is new
 * if at none of its events the count was reached without the uncounted ones. So a streak that only goes on is
 * none, and neither is one that an event which came late makes longer.
 */
function burstsOfGroup({ members, ...group }: Group, rule: BurstRule): readonly Alert[] {
	// Within an instant, events that were there before come first.
	const all = [...members].sort(
		(one, other) =>
			one.event.createdAtMs - other.event.createdAtMs ||
			Number(one.isUncounted) - Number(other.isUncounted),
	);
	const knownStreaks = streaksOf(
		all.filter(({ isUncounted: isUncounted }) => !isUncounted),
		rule,
	);
	const reachedBefore = new Set(knownStreaks.flatMap(({ reached }) => reached));
	const newStreaks = streaksOf(all, rule).filter(
		({ reached }) => !reached.some((member) => reachedBefore.has(member)),
	);
	const redeliveredStreaks = knownStreaks.filter(
		({ reached: [first] }) => first?.redelivered === true,
	);
	const toAlert = ({ events, reached: [first] }: Streak, redelivered: boolean): Alert[] =>
		first === undefined ? [] : [{ event: first.event, events, group, suppressed: 0, redelivered }];
	return [
		...redeliveredStreaks.flatMap((streak) => toAlert(streak, true)),
		...newStreaks.flatMap((streak) => toAlert(streak, false)),
	];
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
