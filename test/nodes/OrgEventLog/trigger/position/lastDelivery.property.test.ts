import fc from 'fast-check';
import type { LoggedEvent } from '../../../../../nodes/OrgEventLog/events/event';
import { ConsumedEvents } from '../../../../../nodes/OrgEventLog/trigger/position/consumedEvents';
import {
	NOTHING_DELIVERED,
	extended,
	owedIn,
	withDelivery,
} from '../../../../../nodes/OrgEventLog/trigger/position/lastDelivery';
import {
	isTriggerState,
	withCursor,
	type LastDelivery,
	type TriggerState,
} from '../../../../../nodes/OrgEventLog/trigger/position/triggerState';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 300);
const START_MS = 1_700_000_000_000;
const WINDOW_MS = 60_000;

const FRESH = {
	version: 1,
	logScope: '0123456789abcdef',
	organizations: Array.from({ length: 8 }, (_, index) => `${index}`.repeat(64)),
	pageCap: 1000,
	source: 'feed',
} as const;

function eventAt(createdAtMs: number, id: string): LoggedEvent {
	return { id, createdAtMs, fields: {} };
}

/** Batches of events by their time; each is delivered, or dropped by the filters, and moves the floor. */
const anyBatches = fc.array(
	fc.record({
		isDelivered: fc.boolean(),
		atMs: fc.array(fc.integer({ min: 0, max: 90_000 }), { minLength: 1, maxLength: 12 }),
	}),
	{ minLength: 1, maxLength: 8 },
);

/** Whether another process has to repeat an event. */
function isPartOf(state: TriggerState): (event: LoggedEvent) => boolean {
	return owedIn(state, { repeatsLast: true, processId: 'another' }).has;
}

function newestOf(events: readonly LoggedEvent[]): number {
	return Math.max(...events.map(({ createdAtMs }) => createdAtMs));
}

it('tells of any event, at any floor, whether the last delivery had it', () => {
	fc.assert(
		fc.property(anyBatches, (batches) => {
			let consumed = ConsumedEvents.none();
			let floorMs = 0;
			let delivery = NOTHING_DELIVERED;
			let last: readonly LoggedEvent[] = [];
			const settled: LoggedEvent[] = [];
			for (const [index, { isDelivered, atMs }] of batches.entries()) {
				// Nothing below the floor is new.
				const events = atMs.map((ms, at) => eventAt(floorMs + ms, `${index}-${at}`));
				const nextFloorMs = Math.max(floorMs, newestOf(events) - WINDOW_MS);
				if (isDelivered) {
					settled.push(...last);
					last = events;
				}
				const before = isDelivered ? NOTHING_DELIVERED : delivery;
				const added = isDelivered ? events : [];
				delivery = extended(before, { newEvents: added, delivered: added }, consumed, nextFloorMs);
				if (!isDelivered) settled.push(...events.filter((e) => e.createdAtMs >= nextFloorMs));
				consumed = consumed.with(events, nextFloorMs);
				floorMs = nextFloorMs;
				const bare = stateOf(consumed, floorMs, floorMs);
				const state = withDelivery(bare, delivery, { processes: [] });
				const isRepeated = isPartOf(state);
				expect(last.filter((event) => !isRepeated(event))).toEqual([]);
				expect(settled.filter(isRepeated)).toEqual([]);
			}
		}),
		{ numRuns: RUNS },
	);
});

function stateOf(consumed: ConsumedEvents, floorMs: number, watermarkMs: number): TriggerState {
	const cursor = { consumed, floorMs, watermarkMs };
	return withCursor(FRESH, cursor, { remembersDelivery: true }).state;
}

it.each([
	['all of the window in one delivery', 9_000, 9_000, 300_000],
	['a window full, a small delivery', 9_000, 20, 300_000],
	['a delivery that reaches far back', 9_000, 6_000, 30_000],
	['many in one instant', 9_000, 4_000, 0],
])('fits into the state with it, read back as it was: %s', (_what, count, delivered, spanMs) => {
	const events = Array.from({ length: count }, (_, index) =>
		eventAt(START_MS + Math.floor((index * 300_000) / count), `event-${index}`),
	);
	const batch = events.slice(count - delivered);
	const before = events.slice(0, count - delivered);
	const floorMs = START_MS + 300_000 - spanMs;
	const consumedBefore = ConsumedEvents.none().with(before, START_MS);
	const state = stateOf(consumedBefore.with(batch, floorMs), floorMs, START_MS + 300_000);
	const delivery = extended(
		NOTHING_DELIVERED,
		{ newEvents: batch, delivered: batch },
		consumedBefore,
		state.floorMs,
	);
	const processes = Array.from({ length: 8 }, () => 'x'.repeat(12));
	const stored = withDelivery(state, delivery, { processes });
	const read: unknown = JSON.parse(JSON.stringify(stored));
	if (!isTriggerState(read) || read.handOver === undefined) throw new Error('Unreadable');
	expect(JSON.stringify(read).length).toBeLessThanOrEqual(65_000);
	const isRepeated = isPartOf(read);
	expect(batch.filter((event) => !isRepeated(event))).toEqual([]);
});

describe('who has to repeat it', () => {
	const handOver: LastDelivery = { processes: ['a', 'b'], fromMs: 5, others: '', marks: '' };

	it.each<[string, LastDelivery, string, number]>([
		['one that was handed it', handOver, 'a', Infinity],
		['another', handOver, 'c', 5],
		['the one amid it', { ...handOver, repeatedToMs: 7 }, 'b', 7],
		['one that waits for the one amid it', { ...handOver, repeatedToMs: 7 }, 'a', Infinity],
		['another, from the beginning', { ...handOver, repeatedToMs: 7 }, 'c', 5],
	])('%s', (_who, stored, processId, fromMs) => {
		const state = { handOver: stored, consumed: '', floorMs: 0 };
		expect(owedIn(state, { repeatsLast: true, processId }).fromMs).toBe(fromMs);
	});
});

it.each<[string, unknown]>([
	['processes', 'a'],
	['processes', [1]],
	['processes', ['x'.repeat(65)]],
	['fromMs', null],
	['others', '0:1234567'],
	['others', `0:${'12345678'.repeat(9_000)}`],
	['marks', 7],
	['marks', 'A'.repeat(2_000)],
	['repeatedToMs', 0.5],
])('a state with %s as something else is none (%#)', (field, value) => {
	const handOver = { processes: ['a'], fromMs: 5, others: '', marks: '', [field]: value };
	const state = stateOf(ConsumedEvents.none(), START_MS, START_MS);
	expect(isTriggerState(state)).toBe(true);
	expect(isTriggerState({ ...state, handOver })).toBe(false);
});
