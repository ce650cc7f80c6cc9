import { createModelLog } from '../../../support/modelLog';
import { eventsAt, evenly, idsOf, numbersOf, readAll, readIds, START_MS } from './readers';

it('asks once more before it takes a log for empty', async () => {
	const log = createModelLog([]);
	expect(await readAll(log)).toEqual([]);
	expect(log.requests).toHaveLength(2);
});

it('sends no time before 1970', async () => {
	const log = createModelLog(eventsAt([0, 1]));
	expect(await readAll(log, { range: { startMs: 0 } })).toHaveLength(2);
	expect(log.requests.every(({ afterMs = 0 }) => afterMs >= 0)).toBe(true);
});

it.each([
	['ASC', 'alwaysNewestFirst'],
	['DESC', 'alwaysOldestFirst'],
] as const)(
	'sends no time before 1970 or after 9999, whatever the order: %s of %s',
	async (order, given) => {
		for (const [events, stepMs] of [
			[4_000, 8_000_000],
			[6_000, 16_000_000],
		] as const) {
			const log = createModelLog(evenly(events, stepMs), { order: given });
			expect(await readIds(log, { order, pageSize: 1000 })).toHaveLength(events);
			const sent = log.requests.flatMap(({ afterMs, beforeMs }) => [afterMs ?? 0, beforeMs ?? 0]);
			expect(Math.min(...sent)).toBeGreaterThanOrEqual(0);
			expect(Math.max(...sent)).toBeLessThan(Date.parse('+010000-01-01'));
		}
	},
);

it.each([
	['DESC', 'alwaysOldestFirst'],
	['ASC', 'alwaysNewestFirst'],
] as const)(
	'finds the first few in few requests where pages come from the other end: %s of %s',
	async (order, given) => {
		const log = createModelLog(evenly(1_500, 2_000_000), { order: given });
		const ids = await readIds(log, { order, pageSize: 1000, wanted: 50 });
		const first = order === 'ASC' ? 0 : 1_499;
		expect(ids.slice(0, 50)).toEqual(
			Array.from({ length: 50 }, (_, index) => `event-${Math.abs(first - index)}`),
		);
		expect(log.requests.length).toBeLessThanOrEqual(10);
	},
);

it('asks for no more than is wanted', async () => {
	const log = createModelLog(evenly(50, 1));
	const reading = { order: 'DESC', pageSize: 1000, wanted: 7, orderIsReliable: true } as const;
	expect(await readIds(log, reading)).toEqual(
		[49, 48, 47, 46, 45, 44, 43].map((n) => `event-${n}`),
	);
	expect(log.requests).toEqual([{ order: 'DESC', skip: 0, limit: 7 }]);
});

it('gives the newest event with one request where List is asked for one', async () => {
	const log = createModelLog(eventsAt([1, 2, 3, 3]));
	const reading = { order: 'DESC', wanted: 1, orderIsReliable: true } as const;
	expect(await readIds(log, reading)).toEqual(['event-2']);
	expect(log.requests).toHaveLength(1);
});

it.each(['sortsPage', 'alwaysNewestFirst', 'unordered'] as const)(
	'finds the first event in few requests where a feed of 1,000 is %s',
	async (order) => {
		const log = createModelLog(evenly(1000, 1), { order });
		const [first] = await readIds(log, { wanted: 1, pageSize: 1000 });
		expect(first).toBe('event-0');
		expect(log.requests.length).toBeLessThan(60);
	},
);

it.each([
	{ order: 'ASC', wanted: 1, orderIsReliable: true },
	{ order: 'ASC', wanted: 1, orderIsReliable: false },
	{ order: 'DESC', orderIsReliable: true },
	{ order: 'DESC', orderIsReliable: false },
] as const)('reads a log that loses its oldest event meanwhile: %o', async (options) => {
	for (let length = 95; length <= 105; length++) {
		const events = evenly(length);
		for (const pageSize of [length, 50, 10]) {
			for (let lostAt = 2; lostAt <= 16; lostAt++) {
				const log = createModelLog(events);
				log.beforeRequest = (request) => {
					if (request >= lostAt) log.events = events.slice(1);
				};
				const numbers = numbersOf(await readIds(log, { ...options, pageSize }));
				expect(numbers[0]).toBeLessThanOrEqual(1);
				if (options.order === 'DESC') expect(numbers.at(-1)).toBe(length - 1);
				expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? NaN) + index));
			}
		}
	}
});

it('stays linear in requests: ten times the log, ten times the pages', async () => {
	const requestsFor = async (count: number) => {
		const offsets = Array.from({ length: count }, (_, index) => Math.floor(index / 3));
		const log = createModelLog(eventsAt(offsets));
		await readAll(log);
		return log.requests.length;
	};
	expect(await requestsFor(5000)).toBeLessThanOrEqual(10 * (await requestsFor(500)) + 5);
});

it.each(['refused', 'empty'] as const)(
	'never skips deeper than one run of equal timestamps, nor ends with what is answered there: %s',
	async (deepSkip) => {
		const events = [
			...evenly(25, 0),
			...evenly(500, 1).map(({ id, createdAtMs }) => ({
				id: `later-${id}`,
				createdAtMs: createdAtMs + 1,
			})),
		];
		const log = createModelLog(events, { maxLimit: 10, maxSkip: 30, deepSkip });
		expect((await readIds(log)).sort()).toEqual(idsOf(events).sort());
	},
);

it.each([
	['ASC', 1],
	['DESC', 1],
	['ASC', 4],
	['DESC', 4],
] as const)(
	'reads events of any time that a number can say: %s, %d at a time',
	async (order, workers) => {
		const run = (fromMs: number) => Array.from({ length: 30 }, (_, index) => fromMs + index);
		const times = [...run(-62_135_596_800_000), -1, 0, START_MS, 8.64e15, ...run(8.9e15)];
		const log = createModelLog(
			times.map((createdAtMs) => ({ id: `event-${createdAtMs}`, createdAtMs })),
		);
		const reading = { order, workers, pageSize: 10 };
		const read = (await readAll(log, reading)).map(({ createdAtMs }) => createdAtMs);
		expect(read).toEqual(order === 'ASC' ? times : times.reverse());
		const range = { startMs: -1, endMs: 8.9e15 };
		expect(await readAll(log, { ...reading, range })).toHaveLength(4);
	},
);

it('fails where one instant holds more than the service lets be read', async () => {
	const log = createModelLog(evenly(50, 0), { maxLimit: 10, maxSkip: 20 });
	for (const order of ['ASC', 'DESC'] as const) {
		await expect(readAll(log, { order })).rejects.toMatchObject({
			kind: 'instantTooWide',
			facts: { atMs: START_MS },
		});
	}
});

it('takes a short page that comes again and again for all there is', async () => {
	const log = createModelLog(eventsAt([0, 1, 1]));
	const same = { events: (await log.fetchPage({ order: 'ASC', skip: 0, limit: 5 })).events };
	expect(await readIds({ fetchPage: () => Promise.resolve(same) })).toEqual([
		'event-0',
		'event-1',
		'event-2',
	]);
});

it.each([1, 2, 10])('hands over an id at each of its times, in pages of %d', async (pageSize) => {
	const log = createModelLog(
		[0, 5, 7, 9].map((offset, index) => ({
			id: index === 0 ? 'other' : 'again',
			createdAtMs: START_MS + offset,
		})),
	);
	const events = await readAll(log, { pageSize, orderIsReliable: true });
	expect(events.map(({ createdAtMs }) => createdAtMs - START_MS)).toEqual([0, 5, 7, 9]);
});

it('reads pages in no order at all, as long as they show it', async () => {
	const offsets = Array.from({ length: 200 }, (_, index) => (index * 37) % 200);
	const log = createModelLog(eventsAt(offsets), { maxLimit: 20, order: 'unordered' });
	const events = await readAll(log);
	expect(events.map(({ createdAtMs }) => createdAtMs - START_MS)).toEqual(
		Array.from({ length: 200 }, (_, index) => index),
	);
});
