import fc from 'fast-check';
import type { LoggedEvent } from '../../../../nodes/OrgEventLog/events/event';
import type { EventsPage, Order } from '../../../../nodes/OrgEventLog/api/page';
import { isEventLogFailure } from '../../../../nodes/OrgEventLog/errors/failure';
import { anyBehaviour, anyRange, anyUnevenLog } from '../../../support/modelArbitraries';
import {
	createModelLog,
	seededRandom,
	type ModelBehaviour,
	type ModelEvent,
	type ModelLog,
} from '../../../support/modelLog';
import { START_MS, evenly, idsOf, readAll, type Reading } from './readers';

/** So many cases, unless more are asked for. */
const runs = (usual: number) => ({ numRuns: Number(process.env['PROPERTY_RUNS'] ?? usual) });
const anyReading = fc.record({
	order: fc.constantFrom<Order>('ASC', 'DESC'),
	range: anyRange(START_MS, 1020),
	pageSize: fc.integer({ min: 1, max: 15 }),
	workers: fc.constantFrom(1, 1, 1, 2, 3, 4, 5, 6),
	maxEventsAhead: fc.constantFrom(undefined, 10, 60),
	orderIsReliable: fc.boolean(),
});

const logs = anyUnevenLog(START_MS, 60);

/** What a service that is as the specification allows can be told to be. */
function isTold(behaviour: ModelBehaviour, { orderIsReliable }: Reading): boolean {
	return orderIsReliable === true && behaviour.order === 'honoured';
}

/** What was read, or undefined if it ended with a failure by name. */
async function readOrFail(log: Pick<ModelLog, 'fetchPage'>, reading: Reading) {
	return await readAll(log, reading).catch((thrown: unknown) => {
		if (!isEventLogFailure(thrown)) throw thrown;
		return undefined;
	});
}

function inRange(events: readonly ModelEvent[], { range }: Reading): readonly ModelEvent[] {
	const { startMs = -Infinity, endMs = Infinity } = range ?? {};
	return events.filter(({ createdAtMs }) => createdAtMs >= startMs && createdAtMs < endMs);
}

it('reads exactly the events of the range, once, in the order wanted, from any service', async () => {
	await fc.assert(
		fc.asyncProperty(
			logs,
			anyBehaviour(60),
			anyReading,
			fc.integer(),
			async (events, behaviour, reading, seed) => {
				const log = createModelLog(events, behaviour, seed);
				const orderIsReliable = isTold(behaviour, reading);
				const read = await readAll(log, { ...reading, orderIsReliable });
				expect(idsOf(read).sort()).toEqual(idsOf(inRange(events, reading)).sort());
				const times = read.map(({ createdAtMs }) => createdAtMs);
				const ascending = [...times].sort((one, other) => one - other);
				expect(times).toEqual(reading.order === 'ASC' ? ascending : ascending.reverse());
			},
		),
		runs(2000),
	);
});

it('hands over every event once, or fails by name, where a service answers wrongly once', async () => {
	const wrongAnswers = fc.record({ atRequest: fc.integer({ min: 1, max: 40 }), kept: fc.nat(10) });
	await fc.assert(
		fc.asyncProperty(
			logs,
			anyBehaviour(60),
			anyReading,
			wrongAnswers,
			fc.integer(),
			async (events, behaviour, reading, { atRequest, kept }, seed) => {
				const log = createModelLog(events, behaviour, seed);
				// Half of them empty, the others cut short.
				const length = Math.max(0, kept - 5);
				log.distort = (page, requestNumber) =>
					requestNumber === atRequest ? { ...page, events: page.events.slice(0, length) } : page;
				const orderIsReliable = isTold(behaviour, reading);
				const read = await readOrFail(log, { ...reading, orderIsReliable });
				if (read === undefined) return;
				expect(idsOf(read).sort()).toEqual(idsOf(inRange(events, reading)).sort());
			},
		),
		runs(200),
	);
});

it('fails by name where a service that had shown that there is more gives nothing any more', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 2, max: 12 }),
			fc.constantFrom('honoured', 'alwaysNewestFirst', 'alwaysOldestFirst'),
			fc.constantFrom<Order>('ASC', 'DESC'),
			fc.constantFrom(1, 4),
			async (fromRequest, order, wanted, workers) => {
				const log = createModelLog(evenly(300), { order });
				log.distort = (page, requestNumber) =>
					requestNumber >= fromRequest ? { events: [] } : page;
				const orderIsReliable = order === 'honoured';
				const reading = { order: wanted, pageSize: 10, workers, orderIsReliable };
				expect(await readOrFail(log, reading)).toBeUndefined();
			},
		),
		runs(20),
	);
});

/** How many events come with a request, and how much later than the newest before them. */
const anyGrowth = (most: number) =>
	fc.array(
		fc.option(fc.record({ count: fc.integer({ min: 1, max: most }), stepMs: fc.nat(2) }), {
			freq: 2,
		}),
		{ maxLength: 40 },
	);

it('misses none of the events that were there before in a log that grows, whatever order is taken or ignored', async () => {
	await fc.assert(
		fc.asyncProperty(
			logs,
			anyBehaviour(60),
			anyReading,
			fc.oneof(anyGrowth(1), anyGrowth(1), anyGrowth(30)),
			async (before, behaviour, { orderIsReliable: isReliable, ...reading }, steps) => {
				const orderIsReliable = isReliable && behaviour.order !== 'sortsPage';
				const log = createModelLog(before, behaviour);
				let newest = Math.max(START_MS, ...before.map(({ createdAtMs }) => createdAtMs));
				log.beforeRequest = (request) => {
					const { count = 0, stepMs = 0 } = steps[request - 1] ?? {};
					newest += stepMs;
					const burst = Array.from({ length: count }, (_, index) => ({
						id: `late-${request}-${index}`,
						createdAtMs: (newest += index % 3),
					}));
					log.events = [...log.events, ...burst];
				};
				const read = await readOrFail(log, { ...reading, range: {}, orderIsReliable });
				const isGradual = steps.every((step) => step === null || step.count === 1);
				if (read === undefined && (orderIsReliable || !isGradual)) return;
				const ids = idsOf(read ?? []);
				expect(new Set(ids).size).toBe(ids.length);
				expect(ids).toEqual(expect.arrayContaining(idsOf(before)));
			},
		),
		runs(1000),
	);
});

const absurdities = ['samePage', 'anyPage', 'anyTimes', 'ignoresBounds', 'ignoresSkip'] as const;

function absurdPage(
	absurdity: (typeof absurdities)[number],
	events: readonly LoggedEvent[],
	page: EventsPage<LoggedEvent>,
	random: () => number,
): EventsPage<LoggedEvent> {
	const one = () => events[Math.floor(random() * events.length)];
	const some = Array.from({ length: Math.floor(random() * 15) }, one);
	const defined = some.filter((event) => event !== undefined);
	switch (absurdity) {
		case 'samePage':
			return { events: events.slice(0, 15) };
		case 'anyPage':
			return { events: defined };
		case 'anyTimes':
			return {
				events: page.events.map((event) => ({
					...event,
					createdAtMs: START_MS + Math.floor(random() * 1000),
				})),
			};
		case 'ignoresBounds':
			return { events: events.slice(0, 10), serviceTimeMs: START_MS };
		case 'ignoresSkip':
			return { events: page.events.length > 0 ? page.events : events.slice(0, 1) };
	}
}

it('ends, without asking for ever, whatever absurdities a service gives', async () => {
	await fc.assert(
		fc.asyncProperty(
			logs,
			anyBehaviour(60),
			anyReading,
			fc.constantFrom(...absurdities),
			fc.integer(),
			async (events, behaviour, reading, absurdity, seed) => {
				const log = createModelLog(events, behaviour, seed);
				const random = seededRandom(seed);
				const all = events.map(({ id, createdAtMs }) => ({ id, createdAtMs, fields: {} }));
				log.beforeRequest = (request) => {
					if (request > 20_000) throw new Error('asked without end');
				};
				log.distort = (page) => absurdPage(absurdity, all, page, random);
				await readOrFail(log, reading);
			},
		),
		runs(200),
	);
});
