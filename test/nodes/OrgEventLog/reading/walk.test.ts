import fc from 'fast-check';
import type { LoggedEvent } from '../../../../nodes/OrgEventLog/events/event';
import type { LogSource, Order } from '../../../../nodes/OrgEventLog/api/page';
import type { WalkOptions } from '../../../../nodes/OrgEventLog/reading/walk';
import { walkEvents } from '../../../../nodes/OrgEventLog/reading/walk';
import { anyBehaviour, anyRange } from '../../../support/modelArbitraries';
import type { ModelEvent, ModelLog } from '../../../support/modelLog';
import { createModelLog } from '../../../support/modelLog';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 1000);
const START_MS = 1_700_000_000_000;

async function walkToEnd(
	log: ModelLog,
	options: Partial<WalkOptions & LogSource<LoggedEvent>> = {},
) {
	const { fetchPage, pageSize = 100, orderIsReliable = false, ...others } = options;
	const source = { fetchPage: fetchPage ?? log.fetchPage, pageSize, orderIsReliable };
	return await collect(walkEvents(source, { order: 'ASC', range: {}, ...others }));
}

async function collect(walk: AsyncIterable<readonly LoggedEvent[]>): Promise<LoggedEvent[]> {
	const events: LoggedEvent[] = [];
	for await (const batch of walk) events.push(...batch);
	return events;
}

function eventsAt(...offsetsMs: number[]): ModelEvent[] {
	return offsetsMs.map((offset, index) => ({
		id: `event-${index}`,
		createdAtMs: START_MS + offset,
	}));
}

function repeated(count: number, offsetMs: number): number[] {
	return Array.from({ length: count }, () => offsetMs);
}

function idsOf(events: readonly { id: string }[]): string[] {
	return events.map(({ id }) => id);
}

describe('walkEvents', () => {
	it('asks once more before it takes a log for empty', async () => {
		const log = createModelLog([]);
		expect(await walkToEnd(log)).toEqual([]);
		expect(log.requests).toHaveLength(2);
	});

	it('sends no time before 1970', async () => {
		const log = createModelLog(eventsAt(0, 1));
		expect(await walkToEnd(log, { range: { startMs: 0 } })).toHaveLength(2);
		expect(log.requests.every(({ afterMs = 0 }) => afterMs >= 0)).toBe(true);
	});

	it('asks for no more than is wanted', async () => {
		const log = createModelLog(eventsAt(...Array.from({ length: 50 }, (_, index) => index)));
		const events = await walkToEnd(log, {
			order: 'DESC',
			pageSize: 1000,
			wanted: 7,
			orderIsReliable: true,
		});
		expect(idsOf(events)).toEqual([49, 48, 47, 46, 45, 44, 43].map((n) => `event-${n}`));
		expect(log.requests).toEqual([{ order: 'DESC', skip: 0, limit: 7 }]);
	});

	it('gives the newest event with one request where List is asked for one', async () => {
		const log = createModelLog(eventsAt(1, 2, 3, 3));
		const read = await walkToEnd(log, { order: 'DESC', wanted: 1, orderIsReliable: true });
		expect(idsOf(read)).toEqual(['event-2']);
		expect(log.requests).toHaveLength(1);
	});

	it.each(['sortsPage', 'alwaysNewestFirst', 'unordered'] as const)(
		'finds the first event in few requests where a feed of 1,000 is %s',
		async (order) => {
			const log = createModelLog(eventsAt(...Array.from({ length: 1000 }, (_, index) => index)), {
				order,
			});
			const [first] = await walkToEnd(log, { wanted: 1, pageSize: 1000 });
			expect(first?.id).toBe('event-0');
			expect(log.requests.length).toBeLessThan(60);
		},
	);

	it.each(['ASC', 'DESC'] as const)(
		'reads a feed that gives one event a page, from the other end: %s',
		async (order) => {
			const offsets = Array.from({ length: 400 }, (_, index) => index * 60_000);
			const fromOtherEnd = order === 'ASC' ? 'alwaysNewestFirst' : 'alwaysOldestFirst';
			const log = createModelLog(eventsAt(...offsets), { order: fromOtherEnd, maxLimit: 1 });
			const ids = idsOf(await walkToEnd(log, { order }));
			const expected = idsOf(eventsAt(...offsets));
			expect(ids).toEqual(order === 'ASC' ? expected : expected.reverse());
		},
	);

	it.each([
		{ order: 'ASC', wanted: 1, orderIsReliable: true },
		{ order: 'ASC', wanted: 1, orderIsReliable: false },
		{ order: 'DESC', orderIsReliable: true },
		{ order: 'DESC', orderIsReliable: false },
	] as const)('reads a log that loses its oldest event meanwhile: %o', async (options) => {
		for (let length = 95; length <= 105; length++) {
			const events = eventsAt(...Array.from({ length }, (_, index) => index * 1000));
			for (const pageSize of [length, 50, 10]) {
				for (let lostAt = 2; lostAt <= 16; lostAt++) {
					const log = createModelLog(events);
					log.beforeRequest = (request) => {
						if (request >= lostAt) log.events = events.slice(1);
					};
					const numbers = idsOf(await walkToEnd(log, { ...options, pageSize }))
						.map((id) => Number(id.slice('event-'.length)))
						.sort((one, other) => one - other);
					expect(numbers[0]).toBeLessThanOrEqual(1);
					if (options.order === 'DESC') expect(numbers.at(-1)).toBe(length - 1);
					expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? NaN) + index));
				}
			}
		}
	});

	it('finds the oldest events of a service that sorts only the newest page', async () => {
		const log = createModelLog(eventsAt(...Array.from({ length: 500 }, (_, index) => index)), {
			order: 'sortsPage',
		});
		const events = await walkToEnd(log, { wanted: 5 });
		expect(idsOf(events.slice(0, 5))).toEqual([0, 1, 2, 3, 4].map((n) => `event-${n}`));
	});

	it('sends bounds that cover the half-open range whichever way the service reads them', async () => {
		const log = createModelLog(eventsAt(-1, 0, 1, 9, 10, 11));
		const range = { startMs: START_MS, endMs: START_MS + 10 };
		expect(idsOf(await walkToEnd(log, { range }))).toEqual(['event-1', 'event-2', 'event-3']);
		expect(log.requests[0]).toMatchObject({ afterMs: START_MS - 1, beforeMs: START_MS + 10 });
	});

	it('does not take a page that the service cut short for the end', async () => {
		const log = createModelLog(eventsAt(...Array.from({ length: 95 }, (_, index) => index)), {
			maxLimit: 10,
		});
		expect(await walkToEnd(log)).toHaveLength(95);
	});

	it('stays linear in requests: ten times the log, ten times the pages', async () => {
		const requestsFor = async (count: number) => {
			const log = createModelLog(
				eventsAt(...Array.from({ length: count }, (_, index) => Math.floor(index / 3))),
			);
			await walkToEnd(log);
			return log.requests.length;
		};
		expect(await requestsFor(5000)).toBeLessThanOrEqual(10 * (await requestsFor(500)) + 5);
	});

	it('never skips deeper than one run of equal timestamps', async () => {
		const log = createModelLog(
			eventsAt(...repeated(25, 0), ...Array.from({ length: 500 }, (_, index) => index + 1)),
			{ maxLimit: 10, maxSkip: 30 },
		);
		expect(await walkToEnd(log)).toHaveLength(525);
	});

	it('does not take the empty answer to a deep skip for the end', async () => {
		const log = createModelLog(eventsAt(...Array.from({ length: 500 }, (_, index) => index)), {
			maxLimit: 30,
			maxSkip: 20,
			deepSkip: 'empty',
		});
		expect(await walkToEnd(log)).toHaveLength(500);
	});

	it.each(['ASC', 'DESC'] as const)(
		'reads events of any time that a number can say, %s',
		async (order) => {
			const times = [-62_135_596_800_000, -1, 0, START_MS, 8.64e15, 8.9e15];
			const log = createModelLog(
				times.map((createdAtMs) => ({ id: `event-${createdAtMs}`, createdAtMs })),
				{ maxLimit: 2 },
			);
			const read = (await walkToEnd(log, { order })).map(({ createdAtMs }) => createdAtMs);
			expect(read).toEqual(order === 'ASC' ? times : times.reverse());
			const range = { startMs: -1, endMs: 8.9e15 };
			expect(await walkToEnd(log, { order, range })).toHaveLength(4);
		},
	);

	it('fails where one instant holds more than the service lets be read', async () => {
		const log = createModelLog(eventsAt(...repeated(50, 0)), { maxLimit: 10, maxSkip: 20 });
		for (const order of ['ASC', 'DESC'] as const) {
			await expect(walkToEnd(log, { order })).rejects.toMatchObject({
				kind: 'instantTooWide',
				facts: { atMs: START_MS },
			});
		}
	});

	it('fails instead of looping where the service repeats a full page for ever', async () => {
		const log = createModelLog(eventsAt(0, 1, 2, 3, 4));
		const stuck = { events: (await log.fetchPage({ order: 'ASC', skip: 0, limit: 5 })).events };
		const walk = walkToEnd(log, { fetchPage: () => Promise.resolve(stuck), pageSize: 5 });
		await expect(walk).rejects.toMatchObject({ kind: 'noProgress' });
	});

	it('takes a short page that comes again and again for all there is', async () => {
		const log = createModelLog(eventsAt(0, 1, 1));
		const same = { events: (await log.fetchPage({ order: 'ASC', skip: 0, limit: 5 })).events };
		const events = await walkToEnd(log, { fetchPage: () => Promise.resolve(same) });
		expect(idsOf(events)).toEqual(['event-0', 'event-1', 'event-2']);
	});

	it.each([1, 2, 10])('hands over an id at each of its times, in pages of %d', async (pageSize) => {
		const log = createModelLog(
			[0, 5, 7, 9].map((offset, index) => ({
				id: index === 0 ? 'other' : 'again',
				createdAtMs: START_MS + offset,
			})),
		);
		const events = await walkToEnd(log, { pageSize, orderIsReliable: true });
		expect(events.map(({ createdAtMs }) => createdAtMs - START_MS)).toEqual([0, 5, 7, 9]);
	});

	it('hands a failure on, however late it comes', async () => {
		const log = createModelLog(eventsAt(...Array.from({ length: 30 }, (_, index) => index)), {
			maxLimit: 10,
		});
		log.beforeRequest = (requestNumber) => {
			if (requestNumber === 4) throw new Error('connection lost');
		};
		await expect(walkToEnd(log)).rejects.toThrow('connection lost');
	});

	it('misses nothing old where new events show up between two requests', async () => {
		const [old, older, ...late] = eventsAt(99_999, 0, 100_001, 100_002);
		const visibleAtMs = START_MS + 100_701;
		const log = createModelLog(
			[old, older, ...late.map((event) => ({ ...event, visibleAtMs }))].filter(
				(event) => event !== undefined,
			),
		);
		log.nowMs = START_MS + 100_000;
		log.beforeRequest = () => (log.nowMs += 700);
		const events = await walkToEnd(log, { order: 'DESC', pageSize: 2 });
		expect(idsOf(events)).toEqual(expect.arrayContaining(['event-0', 'event-1']));
	});

	it('reads pages in no order at all, as long as they show it', async () => {
		const offsets = Array.from({ length: 200 }, (_, index) => (index * 37) % 200);
		const log = createModelLog(eventsAt(...offsets), { maxLimit: 20, order: 'unordered' });
		const events = await walkToEnd(log);
		expect(events.map(({ createdAtMs }) => createdAtMs - START_MS)).toEqual(
			Array.from({ length: 200 }, (_, index) => index),
		);
	});
});

const logs: fc.Arbitrary<ModelEvent[]> = fc
	.array(fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 5_000_000 })), {
		maxLength: 30,
	})
	.map((offsets) =>
		offsets.map((offset, index) => ({
			id: `${(index * 7919) % 1000}-${index}`,
			createdAtMs: START_MS + offset,
		})),
	);

describe('walkEvents, for any log, range, page size and service', () => {
	it('hands over exactly the events of the range, once, in the order wanted', async () => {
		await fc.assert(
			fc.asyncProperty(
				logs,
				anyBehaviour(40),
				anyRange(START_MS, 20),
				fc.constantFrom<Order>('ASC', 'DESC'),
				fc.integer({ min: 1, max: 15 }),
				fc.integer(),
				async (events, behaviour, range, order, pageSize, seed) => {
					const log = createModelLog(events, behaviour, seed);
					const read = await walkToEnd(log, { range, order, pageSize });
					const expected = events.filter(
						({ createdAtMs }) =>
							createdAtMs >= (range.startMs ?? 0) && createdAtMs < (range.endMs ?? Infinity),
					);
					expect(idsOf(read).sort()).toEqual(idsOf(expected).sort());
					const times = read.map(({ createdAtMs }) => createdAtMs);
					const sorted = [...times].sort((a, b) => (order === 'ASC' ? a - b : b - a));
					expect(times).toEqual(sorted);
				},
			),
			{ numRuns: RUNS },
		);
	});
});
