import fc from 'fast-check';
import type { LoggedEvent } from '../../../../nodes/OrgEventLog/events/event';
import { ConsumedEvents } from '../../../../nodes/OrgEventLog/trigger/consumedEvents';
import {
	NOTHING_DELIVERED,
	deliveryOf,
	extended,
	owedOf,
	type Delivery,
	type HandOver,
} from '../../../../nodes/OrgEventLog/trigger/lastDelivery';
import {
	isTriggerState,
	withCursor,
	withHandOver,
	type TriggerState,
} from '../../../../nodes/OrgEventLog/trigger/triggerState';

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

/** Whether another process has to repeat it. */
function isPartOf(delivery: Delivery, event: LoggedEvent, floorMs: number): boolean {
	const handOver = { processes: [], fromMs: delivery.fromMs, others: '', marks: '' };
	return owedOf(handOver, delivery, floorMs, 'another').has(event);
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
				delivery = extended(before, { emit: added, delivered: added }, consumed, nextFloorMs);
				if (!isDelivered) settled.push(...events.filter((e) => e.createdAtMs >= nextFloorMs));
				consumed = consumed.with(events, nextFloorMs);
				floorMs = nextFloorMs;
				for (const event of last) expect(isPartOf(delivery, event, floorMs)).toBe(true);
				for (const event of settled) expect(isPartOf(delivery, event, floorMs)).toBe(false);
			}
		}),
		{ numRuns: RUNS },
	);
});

function stateOf(consumed: ConsumedEvents, floorMs: number, watermarkMs: number): TriggerState {
	return withCursor(FRESH, { consumed, floorMs, watermarkMs }).state;
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
	const { state: stored } = withHandOver(
		state,
		(floor) =>
			extended(NOTHING_DELIVERED, { emit: batch, delivered: batch }, consumedBefore, floor),
		{ processes: Array.from({ length: 8 }, () => 'x'.repeat(12)) },
	);
	const read: unknown = JSON.parse(JSON.stringify(stored));
	if (!isTriggerState(read) || read.handOver === undefined) throw new Error('Unreadable');
	expect(JSON.stringify(read).length).toBeLessThanOrEqual(65_000);
	const delivery = deliveryOf(read.handOver, read.consumed);
	const missing = batch.filter((event) => !isPartOf(delivery, event, read.floorMs));
	expect(missing).toEqual([]);
});

describe('who has to repeat it', () => {
	const handOver: HandOver = { processes: ['a', 'b'], fromMs: 5, others: '', marks: '' };

	it.each<[string, HandOver, string, number]>([
		['one that was handed it', handOver, 'a', Infinity],
		['another', handOver, 'c', 5],
		['the one amid it', { ...handOver, repeatedToMs: 7 }, 'b', 7],
		['one that waits for the one amid it', { ...handOver, repeatedToMs: 7 }, 'a', Infinity],
		['another, from the beginning', { ...handOver, repeatedToMs: 7 }, 'c', 5],
	])('%s', (_who, stored, processId, fromMs) => {
		expect(owedOf(stored, deliveryOf(stored, ''), 0, processId).fromMs).toBe(fromMs);
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
