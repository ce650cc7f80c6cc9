import fc from 'fast-check';
import type { LoggedEvent } from '../../../../nodes/OrgEventLog/events/event';
import type { EventsPage, Order } from '../../../../nodes/OrgEventLog/api/page';
import { isEventLogFailure } from '../../../../nodes/OrgEventLog/errors/failure';
import { readInSlices } from '../../../../nodes/OrgEventLog/reading/slices';
import { walkEvents } from '../../../../nodes/OrgEventLog/reading/walk';
import { anyBehaviour, anyRange, anyUnevenLog } from '../../../support/modelArbitraries';
import type { ModelEvent, ModelLog } from '../../../support/modelLog';
import { createModelLog, seededRandom } from '../../../support/modelLog';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 200);
const START_MS = 1_700_000_000_000;

interface Reading {
	readonly order: Order;
	readonly range: { readonly startMs?: number; readonly endMs?: number };
	readonly pageSize: number;
	/** One is a walk. */
	readonly workers: number;
	readonly maxEventsAhead?: number;
	readonly orderIsReliable: boolean;
}

const readings: fc.Arbitrary<Reading> = fc.record({
	order: fc.constantFrom<Order>('ASC', 'DESC'),
	range: anyRange(START_MS, 1020),
	pageSize: fc.integer({ min: 1, max: 15 }),
	workers: fc.integer({ min: 1, max: 5 }),
	maxEventsAhead: fc.constantFrom(undefined, 10, 60),
	orderIsReliable: fc.boolean(),
});

const logs = anyUnevenLog(START_MS, 60);

/** The ids read, or the kind of failure that it ended with. */
async function read(log: ModelLog, reading: Reading): Promise<string[] | { failed: string }> {
	const { fetchPage } = log;
	const { pageSize, orderIsReliable, workers, ...options } = reading;
	const source = { fetchPage, pageSize, orderIsReliable };
	const batches: AsyncIterable<readonly LoggedEvent[]> =
		workers === 1
			? walkEvents(source, options)
			: readInSlices(source, { ...options, maxParallelRequests: workers });
	const ids: string[] = [];
	try {
		for await (const batch of batches) ids.push(...batch.map(({ id }) => id));
	} catch (thrown) {
		if (!isEventLogFailure(thrown)) throw thrown;
		return { failed: thrown.kind };
	}
	return ids;
}

function idsInRange(events: readonly ModelEvent[], { range }: Reading): string[] {
	const { startMs = -Infinity, endMs = Infinity } = range;
	return events
		.filter(({ createdAtMs }) => createdAtMs >= startMs && createdAtMs < endMs)
		.map(({ id }) => id);
}

describe('reading from a service that answers wrongly once', () => {
	const wrongAnswers = fc.record({ atRequest: fc.integer({ min: 1, max: 40 }), kept: fc.nat(10) });

	it('hands over every event once, or fails by name', async () => {
		await fc.assert(
			fc.asyncProperty(
				logs,
				anyBehaviour(60),
				readings,
				wrongAnswers,
				fc.integer(),
				async (events, behaviour, anyReading, { atRequest, kept }, seed) => {
					const orderIsReliable = anyReading.orderIsReliable && behaviour.order === 'honoured';
					const reading = { ...anyReading, orderIsReliable };
					const log = createModelLog(events, behaviour, seed);
					// Half of them empty, the others cut short.
					const length = Math.max(0, kept - 5);
					log.distort = (page, requestNumber) =>
						requestNumber === atRequest ? { ...page, events: page.events.slice(0, length) } : page;
					const result = await read(log, reading);
					if (!Array.isArray(result)) return;
					expect(result.sort()).toEqual(idsInRange(events, reading).sort());
				},
			),
			{ numRuns: RUNS },
		);
	});
});

describe('reading from a service that gives nothing any more', () => {
	it('fails by name where it had shown that there is more', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 2, max: 12 }),
				fc.constantFrom('honoured', 'alwaysNewestFirst', 'alwaysOldestFirst'),
				fc.constantFrom<Order>('ASC', 'DESC'),
				fc.boolean(),
				async (fromRequest, order, wanted, isSliced) => {
					const events = Array.from({ length: 300 }, (_, index) => ({
						id: `event-${index}`,
						createdAtMs: START_MS + index * 1000,
					}));
					const log = createModelLog(events, { order });
					log.distort = (page, requestNumber) =>
						requestNumber >= fromRequest ? { events: [] } : page;
					const result = await read(log, {
						order: wanted,
						range: {},
						pageSize: 10,
						workers: isSliced ? 4 : 1,
						orderIsReliable: order === 'honoured',
					});
					expect(result).toEqual({ failed: expect.any(String) as string });
				},
			),
			{ numRuns: Math.ceil(RUNS / 10) },
		);
	});
});

describe('reading from a log that grows in bursts', () => {
	it('misses none of the events that were there before, whatever order is taken or ignored', async () => {
		const bursts = fc.array(fc.option(fc.integer({ min: 1, max: 30 }), { freq: 3 }), {
			maxLength: 20,
		});
		await fc.assert(
			fc.asyncProperty(
				logs,
				anyBehaviour(60),
				readings,
				bursts,
				async (before, behaviour, anyReading, steps) => {
					const takesOrder = behaviour.order !== 'sortsPage';
					const reading = {
						...anyReading,
						range: {},
						orderIsReliable: anyReading.orderIsReliable && takesOrder,
					};
					const log = createModelLog(before, behaviour);
					let newest = Math.max(START_MS, ...before.map(({ createdAtMs }) => createdAtMs));
					log.beforeRequest = (request) => {
						const count = steps[request - 1] ?? 0;
						const burst = Array.from({ length: count }, (_, index) => ({
							id: `late-${request}-${index}`,
							createdAtMs: (newest += index % 3),
						}));
						log.events = [...log.events, ...burst];
					};
					const result = await read(log, reading);
					if (!Array.isArray(result)) return;
					expect(new Set(result).size).toBe(result.length);
					expect(result).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
				},
			),
			{ numRuns: RUNS },
		);
	});
});

describe('reading from an absurd service', () => {
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

	it('ends, without asking for ever', async () => {
		await fc.assert(
			fc.asyncProperty(
				logs,
				anyBehaviour(60),
				readings,
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
					await read(log, reading);
				},
			),
			{ numRuns: RUNS },
		);
	});
});
