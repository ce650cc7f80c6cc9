import fc from 'fast-check';
import type { LoggedEvent } from '../../../../../nodes/OrgEventLog/events/event';
import { ConsumedEvents } from '../../../../../nodes/OrgEventLog/trigger/position/consumedEvents';
import { NOTHING_OWED } from '../../../../../nodes/OrgEventLog/trigger/position/cursor';
import {
	owedIn,
	remembering,
} from '../../../../../nodes/OrgEventLog/trigger/position/lastDelivery';
import {
	isTriggerState,
	withCursor,
	type LastDelivery,
	type TriggerState,
} from '../../../../../nodes/OrgEventLog/trigger/position/triggerState';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 150);
const START_MS = 1_700_000_000_000;
const WINDOW_MS = 60_000;
const FRESH = {
	version: 1,
	logScope: '0123456789abcdef',
	organizations: Array.from({ length: 8 }, (_, index) => `${index}`.repeat(64)),
	pageCap: 1000,
	source: 'feed',
} as const;
const RULES = { processId: 'this', repeatsLast: true, savesWithExecution: false };

const eventAt = (createdAtMs: number, id: string): LoggedEvent => ({ id, createdAtMs, fields: {} });

function stateOf(consumed: ConsumedEvents, floorMs: number, watermarkMs: number): TriggerState {
	return withCursor(FRESH, { consumed, floorMs, watermarkMs }, 'delivery').state;
}

/** The state after a poll that has delivered these, and to which nothing was owed. */
function withDelivered(state: TriggerState, delivered: readonly LoggedEvent[]): TriggerState {
	const found = { repeated: [], owedFromMs: undefined, delivered };
	const text = JSON.stringify(remembering(state, found, NOTHING_OWED, RULES));
	expect(text.length).toBeLessThanOrEqual(65_000);
	const stored: unknown = JSON.parse(text);
	if (isTriggerState(stored)) return stored;
	throw new Error('Unreadable');
}

/** Whether another process has to repeat an event. */
function isPartOf(state: TriggerState): (event: LoggedEvent) => boolean {
	return owedIn(state, { repeatsLast: true, processId: 'another' }).has;
}

/** Batches of events by their time; each is delivered, or dropped by the filters, and moves the floor. */
const anyBatches = fc.array(
	fc.record({
		isDelivered: fc.boolean(),
		atMs: fc.array(fc.integer({ min: 0, max: 90_000 }), { minLength: 1, maxLength: 12 }),
	}),
	{ minLength: 1, maxLength: 8 },
);

it('tells of any event, at any floor, whether the last delivery had it', () => {
	fc.assert(
		fc.property(anyBatches, (batches) => {
			let state = stateOf(ConsumedEvents.none(), 0, 0);
			let consumed = ConsumedEvents.none();
			let last: readonly LoggedEvent[] = [];
			const all: LoggedEvent[] = [];
			for (const [index, { isDelivered, atMs }] of batches.entries()) {
				// Nothing below the floor is new.
				const events = atMs.map((ms, at) => eventAt(state.floorMs + ms, `${index}-${at}`));
				const newestMs = Math.max(...events.map(({ createdAtMs }) => createdAtMs));
				const floorMs = Math.max(state.floorMs, newestMs - WINDOW_MS);
				all.push(...events);
				if (isDelivered) last = events;
				consumed = consumed.with(events, floorMs);
				const { handOver } = state;
				const next = { ...stateOf(consumed, floorMs, floorMs), handOver };
				state = withDelivered(next, isDelivered ? events : []);
				expect(all.filter(isPartOf(state))).toEqual(last);
			}
		}),
		{ numRuns: RUNS },
	);
});

it.each([
	['all of the window in one delivery', 9_000, 9_000, 300_000],
	['a window full, a small delivery', 9_000, 20, 300_000],
	['a delivery that reaches far back', 9_000, 6_000, 30_000],
	['many in one instant', 9_000, 4_000, 0],
])('fits into the state with it, and none is missed: %s', (_what, count, delivered, spanMs) => {
	const events = Array.from({ length: count }, (_, index) =>
		eventAt(START_MS + Math.floor((index * 300_000) / count), `event-${index}`),
	);
	const batch = events.slice(count - delivered);
	const floorMs = START_MS + 300_000 - spanMs;
	const consumed = ConsumedEvents.none().with(events, floorMs);
	const state = withDelivered(stateOf(consumed, floorMs, START_MS + 300_000), batch);
	expect(events.filter(isPartOf(state))).toEqual(batch);
});

it('one that a late event joins while it is in doubt has both, and nothing between them', () => {
	const [late, between, first] = [1, 2, 3].map((ms) => eventAt(START_MS + ms, `event-${ms}`));
	if (!late || !between || !first) throw new Error('No events');
	const consumed = ConsumedEvents.none().with([between, first], START_MS);
	const before = withDelivered(stateOf(consumed, START_MS, first.createdAtMs), [first]);
	const owed = owedIn(before, { repeatsLast: true, processId: 'another' });
	const found = { repeated: [first], owedFromMs: undefined, delivered: [late] };
	const after = remembering(before, found, owed, { ...RULES, processId: 'another' });
	expect([late, between, first].filter(isPartOf(after))).toEqual([]);
	const isRepeated = owedIn(after, { repeatsLast: true, processId: 'a third' }).has;
	expect([late, between, first].filter(isRepeated)).toEqual([late, first]);
});

it.each<[string, Partial<LastDelivery>, string, number]>([
	['one that was handed it', {}, 'a', Infinity],
	['another', {}, 'c', 5],
	['the one amid it', { repeatedToMs: 7 }, 'b', 7],
	['one that waits for the one amid it', { repeatedToMs: 7 }, 'a', Infinity],
	['another, from the beginning', { repeatedToMs: 7 }, 'c', 5],
])('who has to repeat it: %s', (_who, more, processId, fromMs) => {
	const handOver = { processes: ['a', 'b'], fromMs: 5, ids: '', idsFromMs: 0, ...more };
	const state = { ...stateOf(ConsumedEvents.none(), 0, 0), handOver };
	expect(owedIn(state, { repeatsLast: true, processId }).fromMs).toBe(fromMs);
});
