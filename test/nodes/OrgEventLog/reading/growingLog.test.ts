import {
	type ModelBehaviour,
	type ModelEvent,
	createModelLog,
	seededRandom,
} from '../../../support/modelLog';
import { evenly, numbersOf, readIds, START_MS, type Reading } from './readers';

const MS_PER_REQUEST = 200;
const KEPT = 3000;

/** A log that goes back for `KEPT` events, and gets so many each second while it is read. */
function busyLog(eventsPerSecond: number, behaviour: Partial<ModelBehaviour> = {}, first = 0) {
	const stepMs = 1000 / eventsPerSecond;
	const all = Array.from({ length: 2 * KEPT }, (_, index): ModelEvent => {
		const createdAtMs = START_MS + Math.round((index - KEPT) * stepMs);
		return { id: `event-${index}`, createdAtMs, visibleAtMs: createdAtMs };
	});
	const log = createModelLog(all.slice(first), behaviour);
	log.nowMs = START_MS;
	log.beforeRequest = () => {
		log.nowMs += MS_PER_REQUEST;
	};
	return log;
}

const OLDEST_FIRST = { order: 'alwaysOldestFirst' } as const;
const NEWEST_FIRST = { order: 'alwaysNewestFirst' } as const;

/** The numbers of the events are without a gap, and take in all that was there at the beginning, as far as wanted. */
function expectComplete(ids: readonly string[], wanted: number): void {
	const numbers = numbersOf(ids);
	const [first = NaN] = numbers;
	expect(numbers).toEqual(numbers.map((_, index) => first + index));
	expect(numbers.length).toBeGreaterThanOrEqual(wanted);
	expect(numbers.at(-1)).toBeGreaterThanOrEqual(KEPT);
}

interface Wanted extends Reading {
	readonly asked: string;
	readonly behaviour?: Partial<ModelBehaviour>;
	readonly requests?: number;
}

const WANTED: readonly Wanted[] = [
	{ asked: 'the newest 50', order: 'DESC', pageSize: 1000, wanted: 50 },
	{ asked: 'the newest one', order: 'DESC', pageSize: 10, wanted: 1 },
	{ asked: 'all, newest first', order: 'DESC', pageSize: 1000 },
	{
		asked: 'the newest 50 of a feed that only gives the newest first',
		...{ order: 'DESC', pageSize: 1000, wanted: 50, behaviour: NEWEST_FIRST },
	},
	{ asked: 'all, oldest first', order: 'ASC', pageSize: 1000 },
	{ asked: 'all of one page, oldest first', order: 'ASC', pageSize: 5000 },
	{
		asked: 'all, oldest first, of a feed that never gives the newest first',
		...{ order: 'ASC', pageSize: 5000, behaviour: OLDEST_FIRST, requests: 200 },
	},
	{
		asked: 'all, oldest first, of a feed that only gives the newest first',
		...{ order: 'ASC', pageSize: 1000, behaviour: NEWEST_FIRST },
	},
];

describe.each([1, 5, 10, 20])('a log that gets %d events a second while it is read', (rate) => {
	it.each(WANTED)('gives $asked in few requests', async (asked) => {
		const { behaviour, requests = 30 } = asked;
		const log = busyLog(rate, behaviour);
		expectComplete(await readIds(log, asked), asked.wanted ?? KEPT);
		expect(log.requests.length).toBeLessThanOrEqual(requests);
	});
});

describe.each([0, 1, 5, 100])('a range of %d events, oldest first', (kept) => {
	const readers = [1, 4].flatMap((workers) =>
		[true, false].map((orderIsReliable) => ({ orderIsReliable, workers, pageSize: 1000 })),
	);

	it.each(readers)('is not followed for ever where it grows: %o', async (reading) => {
		for (const eventsPerSecond of [0.5, 1, 2, 3, 5, 20]) {
			const log = busyLog(eventsPerSecond, {}, KEPT - kept + 1);
			const ids = await readIds(log, reading);
			expect(ids.slice(0, kept)).toEqual(
				Array.from({ length: kept }, (_, index) => `event-${KEPT - kept + 1 + index}`),
			);
			expect(log.requests.length).toBeLessThanOrEqual(40);
		}
	});
});

it('a page that ended with the log, which then grew, is not taken for one that the service cut', async () => {
	let requests = 0;
	for (let seed = 1; seed <= 20; seed++) {
		const random = seededRandom(seed);
		let createdAtMs = START_MS - 60_000;
		const events = Array.from({ length: 1000 }, (_, index): ModelEvent => {
			createdAtMs += Math.ceil(-Math.log(1 - random()) * 500);
			return { id: `event-${index}`, createdAtMs, visibleAtMs: createdAtMs };
		});
		const log = createModelLog(events);
		log.nowMs = START_MS;
		log.beforeRequest = () => {
			log.nowMs += MS_PER_REQUEST;
		};
		const ids = await readIds(log, { pageSize: 1000 });
		expect(ids).toEqual(events.slice(0, ids.length).map(({ id }) => id));
		requests += log.requests.length;
	}
	expect(requests / 20).toBeLessThan(18);
});

it('a feed that begins with the oldest and loses them meanwhile is not taken for one whose log grows', async () => {
	const events = evenly(30);
	const first = new Set<string | undefined>();
	for (let lostAt = 2; lostAt <= 40; lostAt++) {
		const log = createModelLog(events, { order: 'alwaysOldestFirst', maxLimit: 1 });
		log.beforeRequest = (request) => {
			if (request === lostAt) log.events = events.slice(5);
		};
		const ids = await readIds(log, { order: 'DESC', pageSize: 1 }).catch(() => ['failed']);
		first.add(ids[0]);
	}
	expect([...first].filter((id) => id !== 'failed')).toEqual(['event-29']);
});
