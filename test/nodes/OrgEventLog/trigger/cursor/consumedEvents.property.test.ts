import fc from 'fast-check';
import type { LoggedEvent } from '../../../../../nodes/OrgEventLog/events/event';
import { ConsumedEvents } from '../../../../../nodes/OrgEventLog/trigger/cursor/consumedEvents';

const RUNS = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 500) };
const START_MS = 1_700_000_000_000;

const eventAt = (createdAtMs: number, id: string): LoggedEvent => ({ id, createdAtMs, fields: {} });

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
const keyOf = ({ id, createdAtMs }: LoggedEvent) => `${createdAtMs} ${id}`;
const events = fc.uniqueArray(
	fc.tuple(times, ids).map(([createdAtMs, id]) => eventAt(createdAtMs, id)),
	{ maxLength: 80, selector: keyOf },
);

function consumedOf(all: readonly LoggedEvent[]): ConsumedEvents {
	const consumed = ConsumedEvents.empty();
	consumed.add(all, 0);
	return consumed;
}

function decoded(encoded: string): ConsumedEvents {
	const consumed = ConsumedEvents.decode(encoded);
	if (consumed === undefined) throw new Error(`Not readable: ${encoded}`);
	return consumed;
}

it('what was encoded is known again, and nothing else is', () => {
	fc.assert(
		fc.property(events, events, (consumed, others) => {
			const { encoded, encodedFromMs } = consumedOf(consumed).encode(64_000);
			const after = decoded(JSON.parse(JSON.stringify(encoded)) as string);
			expect(encodedFromMs).toBe(-Infinity);
			const known = new Set(consumed.map(keyOf));
			for (const event of [...consumed, ...others])
				expect(after.has(event)).toBe(known.has(keyOf(event)));
			expect(after.encode(64_000).encoded).toBe(encoded);
		}),
		RUNS,
	);
});

it('what does not fit is left out oldest first, by whole instants, and that is told', () => {
	fc.assert(
		fc.property(events, fc.integer({ min: 0, max: 600 }), (consumed, maxLength) => {
			const { encoded, encodedFromMs } = consumedOf(consumed).encode(maxLength);
			expect(encoded.length).toBeLessThanOrEqual(maxLength);
			const after = decoded(encoded);
			for (const event of consumed)
				expect(after.has(event)).toBe(event.createdAtMs >= encodedFromMs);
		}),
		RUNS,
	);
});

it('what is older than the floor is forgotten', () => {
	fc.assert(
		fc.property(events, events, times, (earlier, later, floorMs) => {
			const consumed = consumedOf(earlier);
			consumed.add(later, floorMs);
			const both = [
				...new Map([...earlier, ...later].map((event) => [keyOf(event), event])).values(),
			];
			for (const event of both) expect(consumed.has(event)).toBe(event.createdAtMs >= floorMs);
			const held = both.filter(({ createdAtMs }) => createdAtMs >= floorMs);
			expect(consumed.size).toBe(held.length);
			const [first = Infinity] = held.map(({ createdAtMs }) => createdAtMs).sort((a, b) => a - b);
			expect(Math.min(...consumed.instants)).toBe(first);
		}),
		RUNS,
	);
});

it('any other text is told apart or read without harm', () => {
	const letters = fc.constantFrom(...'0z9aA-_:,.= \n💥'.split(''), '12345678', '\u0000');
	const hostile = fc.array(letters, { maxLength: 60 }).map((all) => all.join(''));
	fc.assert(
		fc.property(fc.oneof(fc.string(), hostile), (text) => {
			const consumed = ConsumedEvents.decode(text);
			if (consumed !== undefined) expect(decoded(consumed.encode(64_000).encoded)).toBeDefined();
		}),
		RUNS,
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

it('one of two events that share their id and time is known by its content on a page without the other', () => {
	const consumed = ConsumedEvents.empty();
	const pair = ['shared#one', 'shared#two'].map((id) => ({ id, createdAtMs: 7 }));
	consumed.add(pair, 0);
	const known = { id: 'shared', contentId: 'shared#two', createdAtMs: 7 };
	expect(consumed.has(known)).toBe(true);
	expect(consumed.has({ ...known, contentId: 'shared#three' })).toBe(false);
});
