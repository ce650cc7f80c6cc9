import type { LoggedEvent } from '../api/event';
import type { EventCheck } from '../api/filterMatcher';
import type { LogSource, TimeRange } from '../api/page';
import { walkEvents } from '../reading/walk';
import { type Burst, type BurstRule, type CountedEvent, findBursts, groupKeyOf } from './bursts';
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
	const endMs = endOfWhatCounts(request, newEvents, rule);
	return await findAround(request, newEvents, rule, endMs, (consumed) =>
		inOrder(consumed, newEvents),
	);
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
	const endMs = newestOf(events) + 1;
	const bursts = await findAround(request, events, rule, endMs, (consumed) =>
		inOrder([], consumed),
	);
	return bursts.filter((burst) => burst.events.some(({ id }) => ids.has(id)));
}

/** @param toCounted what counts, and whether for the first time, from what was consumed before */
async function findAround(
	request: BurstRequest,
	events: readonly LoggedEvent[],
	rule: BurstRule,
	endMs: number,
	toCounted: (consumed: readonly LoggedEvent[]) => CountedEvent[],
): Promise<readonly Burst[]> {
	if (events.length === 0) return [];
	const groups = new Set(events.map((event) => groupKeyOf(rule.per, event)));
	const isOfGroup = (event: LoggedEvent) => groups.has(groupKeyOf(rule.per, event));
	const fromMs = oldestOf(events) - rule.withinMs + 1;
	const recent = await readConsumed(request, isOfGroup, { startMs: fromMs, endMs });
	const { bursts, needsFromMs } = findBursts(toCounted(recent), fromMs, rule);
	if (needsFromMs === undefined) return bursts;
	const earlier = await readConsumed(request, isOfGroup, { startMs: needsFromMs, endMs: fromMs });
	return findBursts(toCounted([...earlier, ...recent]), needsFromMs, rule).bursts;
}

/**
 * After what was consumed. An event that came late may belong to a burst that goes on after it, for
 * twice the time of the rule at most.
 */
function endOfWhatCounts(
	{ begunFrom: { watermarkMs, floorMs, consumed } }: BurstRequest,
	newEvents: readonly LoggedEvent[],
	{ withinMs }: BurstRule,
): number {
	const reachMs = newestOf(newEvents) + 2 * withinMs;
	const hasFuture = consumed.countFrom(watermarkMs + 1) > 0;
	return hasFuture ? reachMs : Math.min(reachMs, Math.max(watermarkMs + 1, floorMs));
}

/** What was consumed before this poll, oldest first. */
async function readConsumed(
	{ source, matches, begunFrom: { floorMs, consumed } }: BurstRequest,
	isOfGroup: EventCheck,
	range: Required<TimeRange>,
): Promise<LoggedEvent[]> {
	const events: LoggedEvent[] = [];
	if (range.startMs >= range.endMs) return events;
	for await (const batch of walkEvents(source, { order: 'ASC', range })) {
		for (const event of batch) {
			const isConsumed = () => event.createdAtMs < floorMs || consumed.has(event);
			if (matches(event) && isOfGroup(event) && isConsumed()) events.push(event);
		}
	}
	return events;
}

function oldestOf(events: readonly LoggedEvent[]): number {
	return events.reduce((oldest, event) => Math.min(oldest, event.createdAtMs), Infinity);
}

function newestOf(events: readonly LoggedEvent[]): number {
	return events.reduce((newest, event) => Math.max(newest, event.createdAtMs), -Infinity);
}

/** Of one instant, what was consumed before comes first. */
function inOrder(
	consumed: readonly LoggedEvent[],
	newEvents: readonly LoggedEvent[],
): CountedEvent[] {
	return [
		...consumed.map((event) => ({ event, isNew: false })),
		...newEvents.map((event) => ({ event, isNew: true })),
	].sort((one, other) => one.event.createdAtMs - other.event.createdAtMs);
}
