import type { LoggedEvent } from '../api/event';
import type { ColumnValue } from '../output/columnValue';
import { dedupeKeyOf } from '../output/dedupeKey';
import { deviceOf, userEmailOf } from '../output/subjects';

/** Of whom or what events are counted together. */
export const BURST_GROUPS = ['user', 'device', 'happening', 'all'] as const;
export type BurstGroup = (typeof BURST_GROUPS)[number];

/** How often is too often. */
export interface BurstRule {
	readonly per: BurstGroup;
	/** How many events of a group, at least two, … */
	readonly count: number;
	/** … within this time up to one of them: later than so long before it. Milliseconds. */
	readonly withinMs: number;
}

/** The moment at which the events of a group became so many. */
export interface Burst {
	readonly per: BurstGroup;
	/** The user, the device or the `dedupeKey`; null for all events. */
	readonly value: ColumnValue;
	/** The same for bursts of the same group and for no other. */
	readonly group: string;
	/** Those that are so many, oldest first. The last one is the moment. */
	readonly events: readonly LoggedEvent[];
}

/** An event, and whether it counts for the first time. */
export interface CountedEvent {
	readonly event: LoggedEvent;
	readonly isNew: boolean;
}

interface Group {
	/** The same for the same value under the same name, and for no other. */
	readonly key: string;
	readonly value: ColumnValue;
}

const GROUPINGS: Record<BurstGroup, (event: LoggedEvent) => Group | undefined> = {
	user({ fields }) {
		const value = userEmailOf(fields);
		return value === null ? undefined : { key: JSON.stringify(value), value };
	},
	device({ fields }) {
		const device = deviceOf(fields);
		return device === null ? undefined : { key: JSON.stringify(device), value: device[1] };
	},
	happening({ fields }) {
		const key = dedupeKeyOf(fields);
		return { key, value: key };
	},
	all: () => ({ key: '', value: null }),
};

/** What alerts of the same group have in common; undefined where the event belongs to none. */
export function groupKeyOf(per: BurstGroup, event: LoggedEvent): string | undefined {
	return GROUPINGS[per](event)?.key;
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
	for (const { key: group, value, members } of groupsOf(counted, rule.per)) {
		for (const stretch of newStretches(members, rule)) {
			const before = members[stretch.start - 1];
			const moment = members[stretch.start];
			if (before === undefined || moment === undefined) continue;
			// Whether the count was reached at the event before depends on those before that one.
			const neededMs = before.event.createdAtMs - rule.withinMs + 1;
			if (neededMs < completeFromMs) needsFromMs = Math.min(needsFromMs, neededMs);
			bursts.push({
				per: rule.per,
				value,
				group,
				events: eventsUpTo(members, stretch.start, rule),
			});
		}
	}
	return {
		bursts: bursts.sort((one, other) => momentOf(one) - momentOf(other)),
		...(needsFromMs < Infinity && { needsFromMs }),
	};
}

/** When the count of a burst was reached, epoch milliseconds. */
export function momentOf({ events }: Burst): number {
	return events[events.length - 1]?.createdAtMs ?? NaN;
}

interface GroupOfEvents extends Group {
	readonly members: CountedEvent[];
}

function groupsOf(counted: readonly CountedEvent[], per: BurstGroup): Iterable<GroupOfEvents> {
	const groups = new Map<string, GroupOfEvents>();
	for (const member of counted) {
		const group = GROUPINGS[per](member.event);
		if (group === undefined) continue;
		const known = groups.get(group.key) ?? { ...group, members: [] };
		known.members.push(member);
		groups.set(group.key, known);
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
	return first.event.createdAtMs > last.event.createdAtMs - withinMs;
}

function eventsUpTo(
	members: readonly CountedEvent[],
	index: number,
	{ withinMs }: BurstRule,
): LoggedEvent[] {
	const startMs = (members[index]?.event.createdAtMs ?? NaN) - withinMs;
	return members
		.slice(0, index + 1)
		.map(({ event }) => event)
		.filter(({ createdAtMs }) => createdAtMs > startMs);
}
