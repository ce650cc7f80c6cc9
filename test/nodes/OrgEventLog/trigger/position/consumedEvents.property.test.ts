import fc from 'fast-check';

import type { LoggedEvent } from '../../../../../nodes/OrgEventLog/events/event';
import { ConsumedEvents } from '../../../../../nodes/OrgEventLog/trigger/position/consumedEvents';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 500);

function eventOf(id: string, createdAtMs: number): LoggedEvent {
	return { id, createdAtMs, fields: { id, created_at: createdAtMs } };
}

const START_MS = 1_700_000_000_000;

const times = fc.oneof(
	fc.integer({ min: 0, max: 3 }),
	fc.integer({ min: START_MS, max: START_MS + 50 }),
	fc.integer({ min: START_MS, max: START_MS + 400_000_000_000 }),
	fc.constantFrom(0, 8.64e15, 8.64e15 - 1, Number.MAX_SAFE_INTEGER),
);

const ids = fc.oneof(
	fc.uuid(),
	fc.string({ maxLength: 40 }),
	fc.constantFrom('', '__proto__', 'constructor', 'a,b', 'a:b', '\u0000', '\ud800', '💥'),
);

const events = fc.uniqueArray(
	fc.tuple(ids, times).map(([id, createdAtMs]) => eventOf(id, createdAtMs)),
	{ maxLength: 80, selector: ({ id, createdAtMs }) => `${createdAtMs} ${id}` },
);

function decoded(encoded: string): ConsumedEvents {
	const consumed = ConsumedEvents.decode(encoded);
	if (consumed === undefined) throw new Error(`Not readable: ${encoded}`);
	return consumed;
}

it('what was encoded is known again, and nothing else is', () => {
	fc.assert(
		fc.property(events, events, (consumed, others) => {
			const before = ConsumedEvents.none().with(consumed, 0);
			const { encoded, completeFromMs } = before.encode(64_000);
			const after = decoded(JSON.parse(JSON.stringify(encoded)) as string);
			expect(completeFromMs).toBe(-Infinity);
			expect(consumed.every((event) => after.has(event))).toBe(true);
			const isOther = ({ id, createdAtMs }: LoggedEvent) =>
				!consumed.some((one) => one.id === id && one.createdAtMs === createdAtMs);
			expect(others.filter(isOther).some((event) => after.has(event))).toBe(false);
			expect(after.encode(64_000).encoded).toBe(encoded);
		}),
		{ numRuns: RUNS },
	);
});

it('what does not fit is left out oldest first, by whole instants, and that is told', () => {
	fc.assert(
		fc.property(events, fc.integer({ min: 0, max: 600 }), (consumed, maxLength) => {
			const { encoded, completeFromMs } = ConsumedEvents.none().with(consumed, 0).encode(maxLength);
			expect(encoded.length).toBeLessThanOrEqual(maxLength);
			const after = decoded(encoded);
			for (const event of consumed) {
				expect(after.has(event)).toBe(event.createdAtMs >= completeFromMs);
			}
		}),
		{ numRuns: RUNS },
	);
});

it('what is older than the floor is forgotten', () => {
	fc.assert(
		fc.property(events, events, times, (earlier, later, floorMs) => {
			const consumed = ConsumedEvents.none().with(earlier, 0).with(later, floorMs);
			for (const event of [...earlier, ...later]) {
				expect(consumed.has(event)).toBe(event.createdAtMs >= floorMs);
			}
			const kept = new Set(
				[...earlier, ...later]
					.filter(({ createdAtMs }) => createdAtMs >= floorMs)
					.map(({ id, createdAtMs }) => `${createdAtMs} ${id}`),
			);
			expect(consumed.count(() => true)).toBe(kept.size);
		}),
		{ numRuns: RUNS },
	);
});

it('events are all that was consumed where none is missing, none unknown and none there twice', () => {
	fc.assert(
		fc.property(events, events, (consumed, others) => {
			const all = ConsumedEvents.none().with(consumed, 0);
			expect(all.areAll(consumed)).toBe(true);
			const unknown = others.filter((event) => !all.has(event));
			expect(all.areAll([...consumed, ...others])).toBe(others.length === 0);
			expect(all.areAll(consumed.slice(1))).toBe(consumed.length === 0);
			for (const event of unknown) expect(all.areAll([...consumed.slice(1), event])).toBe(false);
		}),
		{ numRuns: RUNS },
	);
});

it('any other text is told apart or read without harm', () => {
	const letters = fc.constantFrom(...'0z9aA-_:,.= \n💥'.split(''), '12345678', '\u0000');
	const hostile = fc.oneof(
		fc.string(),
		fc.array(letters, { maxLength: 60 }).map((all) => all.join('')),
	);
	fc.assert(
		fc.property(hostile, (text) => {
			const consumed = ConsumedEvents.decode(text);
			if (consumed !== undefined) expect(decoded(consumed.encode(64_000).encoded)).toBeDefined();
		}),
		{ numRuns: RUNS },
	);
});

it.each([
	['64,000 characters without a separator', 'a'.repeat(64_000)],
	['one instant of 64,000 characters', `0:${'a'.repeat(64_000)}`],
	['the same, one character short', `0:${'a'.repeat(63_999)}`],
	['as many instants as fit', '0:aaaaaaaa,'.repeat(5818)],
])('%s is read or refused at once', (_name, text) => {
	const startedAt = performance.now();
	ConsumedEvents.decode(text);
	expect(performance.now() - startedAt).toBeLessThan(5000);
});

it('the largest state that it may become keeps within its bound', () => {
	const wide = Array.from({ length: 12_000 }, (_, index) =>
		eventOf(`event-${index}`, START_MS + index * 10_000_019),
	);
	const { encoded, completeFromMs } = ConsumedEvents.none().with(wide, 0).encode(64_000);
	expect(encoded.length).toBeLessThanOrEqual(64_000);
	expect(encoded.length).toBeGreaterThan(63_900);
	const known = decoded(encoded);
	expect(wide.filter((event) => known.has(event))).toEqual(
		wide.filter(({ createdAtMs }) => createdAtMs >= completeFromMs),
	);
});

it('to add a page costs what it holds, however many pages were added before', () => {
	const copies = jest.spyOn(Map.prototype, 'set');
	const pages = 400;
	const consumed = ConsumedEvents.none();
	for (let page = 0; page < pages; page++) {
		const ofPage = Array.from({ length: 10 }, (_, index) =>
			eventOf(`event-${page}-${index}`, START_MS + 10 * page + index),
		);
		consumed.add(ofPage, START_MS);
	}
	const copiesOfEach = copies.mock.calls.length / (10 * pages);
	copies.mockRestore();
	expect(consumed.count((instantMs) => instantMs >= START_MS)).toBe(10 * pages);
	expect(copiesOfEach).toBeLessThan(3);
});
