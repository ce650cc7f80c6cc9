import fc from 'fast-check';
import type { LoggedEvent } from '../../../../../nodes/OrgEventLog/events/event';
import { toAlert } from '../../../../../nodes/OrgEventLog/trigger/stages/alert';
import {
	type SuppressionMemory,
	fitMemory,
	suppressRepeats,
} from '../../../../../nodes/OrgEventLog/trigger/stages/suppression';

const RUNS = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 300) };

const ROOM = { floorMs: 0, freeCharacters: 60_000 };

const eventOf = (
	[createdAtMs, address]: readonly [number, string],
	index: number,
): LoggedEvent => ({
	id: `event-${index}`,
	createdAtMs,
	fields: { user_principal: { client: { ip_address: address } } },
});

/** Some events of few addresses, in the order in which polls find them, and after which of them each poll ends. */
const stories = fc.record({
	events: fc
		.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.constantFrom('10.0.0.1', '10.0.0.2')), {
			maxLength: 25,
		})
		.map((drawn) => drawn.map(eventOf)),
	pollsAt: fc.uniqueArray(fc.integer({ min: 0, max: 25 }), { maxLength: 5 }),
	withinMs: fc.integer({ min: 0, max: 30 }),
});

/** Each event against all that were delivered before it. */
function model(events: readonly LoggedEvent[], withinMs: number) {
	const told: Array<{ event: LoggedEvent; suppressed: number }> = [];
	const heldBack = new Map<string, number>();
	const addressOf = ({ fields }: LoggedEvent) => JSON.stringify(fields);
	for (const event of events) {
		const key = addressOf(event);
		const isRepeat = told.some(
			(one) =>
				addressOf(one.event) === key &&
				Math.abs(one.event.createdAtMs - event.createdAtMs) < withinMs,
		);
		if (isRepeat) heldBack.set(key, (heldBack.get(key) ?? 0) + 1);
		else told.push({ event, suppressed: heldBack.get(key) ?? 0 });
		if (!isRepeat) heldBack.delete(key);
	}
	return told.map(({ event, suppressed }) => [event.id, suppressed]);
}

type Story = typeof stories extends fc.Arbitrary<infer One> ? One : never;

function deliver({ events, pollsAt, withinMs }: Story, freeCharacters = 60_000) {
	const settings = { suppressRepeatsMs: withinMs, suppressPer: 'address' } as const;
	const ends = [...pollsAt, events.length].sort((one, other) => one - other);
	let memory: SuppressionMemory | undefined;
	let begun = 0;
	const delivered = ends.flatMap((end) => {
		const alerts = events.slice(begun, end).map((event) => toAlert(event));
		begun = end;
		const floorMs = Math.min(...events.slice(end).map(({ createdAtMs }) => createdAtMs));
		const room = { floorMs, freeCharacters };
		const [told, next] = suppressRepeats(alerts, memory, settings, room);
		memory = next;
		return told;
	});
	return { delivered, memory, settings };
}

it('holds back what any search through all that was delivered would, however polls cut the log', () => {
	fc.assert(
		fc.property(stories, (story) => {
			const told = deliver(story).delivered.map(({ event, suppressedCount: suppressed }) => [
				event.id,
				suppressed,
			]);
			expect(told).toEqual(model(story.events, story.withinMs));
		}),
		RUNS,
	);
});

it('what was delivered comes again after a restart', () => {
	fc.assert(
		fc.property(stories, (story) => {
			const { delivered, memory, settings } = deliver(story);
			const alerts = story.events.map((event) => toAlert(event, true));
			const [again] = suppressRepeats(alerts, memory, settings, ROOM);
			expect(again.map(({ event }) => event.id)).toEqual(
				expect.arrayContaining(delivered.map(({ event }) => event.id)),
			);
		}),
		RUNS,
	);
});

it('what was held back does not come again, and counts once', () => {
	const events = [eventOf([0, '10.0.0.1'], 0), eventOf([5, '10.0.0.1'], 1)];
	const { memory, settings } = deliver({ events, pollsAt: [], withinMs: 10 });
	const alerts = events.map((event) => toAlert(event, true));
	const [again, next] = suppressRepeats(alerts, memory, settings, ROOM);
	expect(again.map(({ event }) => event.id)).toEqual(['event-0']);
	expect(suppressRepeats(alerts, undefined, settings, ROOM)[0]).toHaveLength(2);
	const later = [toAlert(eventOf([20, '10.0.0.1'], 2))];
	const [told] = suppressRepeats(later, next, settings, ROOM);
	expect(told).toMatchObject([{ suppressedCount: 1 }]);
});

describe('what is remembered of alerts', () => {
	it('is how many were held back, also after nothing is held back any more', () => {
		const byKey = new Map([
			['repeated', [2, 10, 20] as const],
			['unrepeated', [0, 20] as const],
		]);
		expect(fitMemory(byKey, 20, 1_000)).toEqual({ repeated: [2, 20] });
	});

	it('is what was delivered last where there is no room', () => {
		const byKey = new Map(
			Array.from({ length: 100 }, (_, at) => [`key-${at + 100}`, [at % 2, at] as const]),
		);
		const fitted = fitMemory(byKey, 50, 500);
		expect(JSON.stringify(fitted).length).toBeLessThanOrEqual(502);
		expect(JSON.stringify(fitted).length).toBeGreaterThan(470);
		const times = Object.values(fitted).map(([, timeMs = NaN]) => timeMs);
		expect(Math.min(...times)).toBe(100 - times.length);
		expect(Math.max(...times)).toBe(99);
	});

	it('gives one alert too many rather than one too few, however little room there is', () => {
		fc.assert(
			fc.property(stories, fc.integer({ min: 0, max: 120 }), (story, freeCharacters) => {
				const all = deliver(story).delivered.map(({ event }) => event);
				const some = deliver(story, freeCharacters).delivered.map(({ event }) => event);
				expect(some.length).toBeGreaterThanOrEqual(all.length);
			}),
			RUNS,
		);
	});
});
