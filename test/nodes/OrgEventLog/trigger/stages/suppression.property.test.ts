import fc from 'fast-check';
import type { LoggedEvent } from '../../../../../nodes/OrgEventLog/events/event';
import { type PollFacts, toAlert } from '../../../../../nodes/OrgEventLog/trigger/stages/batch';
import { suppressRepeats } from '../../../../../nodes/OrgEventLog/trigger/stages/suppression';

const RUNS = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 300) };

const FACTS: PollFacts = {
	...{ presentMs: 0, newEvents: [], watermarkBeforeMs: 0, watermarkAfterMs: 0, backlog: 'none' },
	...{ floorMs: 0, freeCharacters: 60_000, processId: 'process', savesWithExecution: false },
};

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

function deliver({ events, pollsAt, withinMs }: Story) {
	const settings = {
		...{ suppressRepeatsMs: withinMs, heartbeatMs: 0 },
		suppressPer: 'address',
		afterRestart: 'repeatLast',
	} as const;
	const ends = [...pollsAt, events.length].sort((one, other) => one - other);
	let memory: string | undefined;
	let begun = 0;
	const delivered = ends.flatMap((end) => {
		const alerts = events.slice(begun, end).map((event) => toAlert(event));
		begun = end;
		const [batch, next] = suppressRepeats({ alerts, facts: FACTS, warnings: [] }, memory, settings);
		memory = next;
		return batch.alerts;
	});
	return { delivered, memory, settings };
}

it('holds back what any search through all that was delivered would, however polls cut the log', () => {
	fc.assert(
		fc.property(stories, (story) => {
			const told = deliver(story).delivered.map(({ event, suppressed }) => [event.id, suppressed]);
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
			const [again] = suppressRepeats({ alerts, facts: FACTS, warnings: [] }, memory, settings);
			const ids = again.alerts.map(({ event }) => event.id);
			expect(ids).toEqual(expect.arrayContaining(delivered.map(({ event }) => event.id)));
		}),
		RUNS,
	);
});

it('what was held back does not come again, and counts once', () => {
	const events = [eventOf([0, '10.0.0.1'], 0), eventOf([5, '10.0.0.1'], 1)];
	const { memory, settings } = deliver({ events, pollsAt: [], withinMs: 10 });
	const alerts = events.map((event) => toAlert(event, true));
	const [again, next] = suppressRepeats({ alerts, facts: FACTS, warnings: [] }, memory, settings);
	expect(again.alerts.map(({ event }) => event.id)).toEqual(['event-0']);
	const later = [toAlert(eventOf([20, '10.0.0.1'], 2))];
	const [batch] = suppressRepeats({ alerts: later, facts: FACTS, warnings: [] }, next, settings);
	expect(batch.alerts).toMatchObject([{ suppressed: 1 }]);
});

it('an event that comes late while a delivery is repeated comes, too', () => {
	const events = [eventOf([0, '10.0.0.1'], 0), eventOf([90, '10.0.0.1'], 1)];
	const { memory, settings } = deliver({ events, pollsAt: [], withinMs: 10 });
	const alerts = [toAlert(eventOf([45, '10.0.0.1'], 2), true)];
	const [again] = suppressRepeats({ alerts, facts: FACTS, warnings: [] }, memory, settings);
	expect(again.alerts.map(({ event }) => event.id)).toEqual(['event-2']);
});
