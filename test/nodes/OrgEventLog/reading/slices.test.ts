import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { TimedEvent } from '../../../../nodes/OrgEventLog/events/event';
import type { Order } from '../../../../nodes/OrgEventLog/api/page';
import { createModelLog, type ModelEvent, type ModelLog } from '../../../support/modelLog';
import {
	evenly,
	eventsAt,
	idsOf,
	readAll,
	readIds,
	START_MS,
	startReading,
	type Reading,
} from './readers';

/** In short pages. */
const BY_FOUR = { workers: 4, pageSize: 10 } as const satisfies Reading;
/** In the order that is documented, in pages of a hundred. */
const LIST_BY_FOUR = { workers: 4, pageSize: 100, orderIsReliable: true } as const;

/** A model log that also tells how many requests were in flight at once. */
function watched(log: ModelLog) {
	let inFlight = 0;
	const seen = { maxInFlight: 0 };
	const fetchPage: ModelLog['fetchPage'] = async (request) => {
		inFlight += 1;
		seen.maxInFlight = Math.max(seen.maxInFlight, inFlight);
		try {
			return await log.fetchPage(request);
		} finally {
			inFlight -= 1;
		}
	};
	return { fetchPage, seen };
}

/** For how many responses, one after another, a reading waits where all that is asked for is answered at once. */
async function roundsOf(log: ModelLog, reading: Reading): Promise<number> {
	let sent: Array<() => void> = [];
	const fetchPage: ModelLog['fetchPage'] = async (request) => {
		await new Promise<void>((resolve) => sent.push(resolve));
		return await log.fetchPage(request);
	};
	let isDone = false;
	const read = readAll({ fetchPage }, reading).finally(() => {
		isDone = true;
	});
	let rounds = -1;
	while (!isDone) {
		// Every response of this round is here, and all that it leads to is sent.
		for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
		rounds += 1;
		const responses = sent;
		sent = [];
		for (const respond of responses) respond();
	}
	expect(await read).toHaveLength(log.events.length);
	return rounds;
}

describe('readInSlices', () => {
	it('waits for hardly more responses, one after another, than four at once take for all pages', async () => {
		const log = createModelLog(evenly(5000), { maxLimit: 100 });
		// One for the first page and the end, then 49 pages and a repeated event in each, by four.
		expect(await roundsOf(log, LIST_BY_FOUR)).toBeLessThanOrEqual(14);
		expect(log.requests.length).toBeLessThanOrEqual(55);
	});

	it.each([8, 16, 32])(
		'waits for few more where only %d pages may wait for their turn',
		async (pages) => {
			const log = createModelLog(evenly(5000), { maxLimit: 100 });
			const reading = { ...LIST_BY_FOUR, maxEventsAhead: pages * 100 };
			expect(await roundsOf(log, reading)).toBeLessThanOrEqual(22);
			expect(log.requests.length).toBeLessThanOrEqual(65);
		},
	);

	it('asks for no proof of the end where the last event was seen to be alone there', async () => {
		const events = evenly(2000);
		const requestsOf = async (all: readonly ModelEvent[]) => {
			const log = createModelLog(all, { maxLimit: 100 });
			expect(await readAll(log, LIST_BY_FOUR)).toHaveLength(all.length);
			return log.requests.filter(({ limit, skip }) => limit === 1 && skip > 0).length;
		};
		expect(await requestsOf(events)).toBe(0);
		const tied = [...events, { id: 'also last', createdAtMs: START_MS + 1_999_000 }];
		expect(await requestsOf(tied)).toBeGreaterThan(0);
	});

	it.each([2, 3, 4, 5])(
		'misses nothing of a log of one page that grows at request %d',
		async (growsAtRequest) => {
			const before = evenly(20);
			for (const order of ['sortsPage', 'alwaysNewestFirst'] as const) {
				const log = createModelLog(before, { maxLimit: 20, order });
				log.beforeRequest = (request) => {
					const late = { id: 'late', createdAtMs: START_MS + 100_000 };
					if (request === growsAtRequest) log.events = [...before, late];
				};
				const ids = await readIds(log, { workers: 4, pageSize: 20 });
				expect(ids).toEqual(expect.arrayContaining(idsOf(before)));
			}
		},
	);

	it('cuts a busy hour of an idle year again, so that all workers share it', async () => {
		const busyHour = Array.from({ length: 3000 }, (_, at) => 15_000_000_000 + at * 1000);
		const log = createModelLog(eventsAt([0, ...busyHour, 31_000_000_000]));
		const { fetchPage, seen } = watched(log);
		expect(await readAll({ fetchPage }, { workers: 4, pageSize: 20 })).toHaveLength(3002);
		expect(seen.maxInFlight).toBe(4);
		expect(log.requests.length).toBeLessThan(2 * (3002 / 19));
	});

	it('reads a log that fits into a page with that page, one for its end, and two that show nothing else', async () => {
		const log = createModelLog(eventsAt([0, 1, 2]));
		await readAll(log, BY_FOUR);
		expect(log.requests).toHaveLength(4);
	});

	it('takes no page that was only sorted for the beginning of a log that grows by a page meanwhile', async () => {
		const log = createModelLog(eventsAt([0, 1, 1]), { order: 'sortsPage', maxLimit: 10 });
		let isFirst = true;
		const fetchPage: ModelLog['fetchPage'] = async (request) => {
			if (!isFirst) return await log.fetchPage(request);
			isFirst = false;
			// What is asked at the same time is answered before the log grows.
			await new Promise(setImmediate);
			log.events = eventsAt([0, 1, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
			return await log.fetchPage(request);
		};
		const ids = await readIds({ fetchPage }, { ...BY_FOUR, order: 'DESC' });
		expect(ids).toEqual(expect.arrayContaining(['event-0', 'event-1', 'event-2']));
	});

	it('fails with what failed, after everything in flight has ended', async () => {
		const log = createModelLog(evenly(1000));
		log.beforeRequest = (requestNumber) => {
			if (requestNumber === 30) throw new Error('connection lost');
		};
		await expect(readAll(log, BY_FOUR)).rejects.toThrow('connection lost');
		const requests = log.requests.length;
		await new Promise((resolve) => setImmediate(resolve));
		expect(log.requests).toHaveLength(requests);
	});

	it('reads no further ahead than allowed while nobody takes what was read', async () => {
		const log = createModelLog(evenly(5000));
		const reading = startReading(log, { ...BY_FOUR, maxEventsAhead: 120 });
		await reading.next();
		await reading.next();
		for (let turns = 0; turns < 200; turns++) await new Promise((resolve) => setImmediate(resolve));
		expect(log.requests.length).toBeLessThan(80);
		await reading.return?.(undefined);
	});
});

it('holds nothing but the latest of what was handed over while the next pages are on their way', async () => {
	setFlagsFromString('--expose-gc');
	const collectGarbage = runInNewContext('gc') as () => void;
	const log = createModelLog(evenly(2000));
	const handedOver: Array<WeakRef<TimedEvent>> = [];
	const held: number[] = [];
	const fetchPage: ModelLog['fetchPage'] = async (request) => {
		const known = handedOver.length;
		// Every other request is on its way, too.
		for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
		if (known > 100 && known < 106) {
			collectGarbage();
			held.push(handedOver.slice(0, known).filter((ref) => ref.deref() !== undefined).length);
		}
		// The log itself keeps its events.
		const page = await log.fetchPage(request);
		return { events: page.events.map((event) => ({ ...event })) };
	};
	let events = 0;
	for await (const batch of startReading({ fetchPage }, { ...BY_FOUR, maxEventsAhead: 80 })) {
		events += batch.length;
		handedOver.push(...batch.slice(0, 1).map((event) => new WeakRef(event)));
	}
	expect(events).toBe(2000);
	expect(held.length).toBeGreaterThan(0);
	expect(Math.max(...held)).toBeLessThan(6);
});

describe('a log at its retention limit, which loses its oldest event for each new one', () => {
	const KEPT = 200;
	const STEP_MS = 450;

	it.each<[Order, Reading]>([
		['ASC', { orderIsReliable: true }],
		['ASC', { orderIsReliable: true, maxEventsAhead: 20 }],
		['ASC', {}],
		['ASC', { maxEventsAhead: 20 }],
		['DESC', { orderIsReliable: true }],
		['DESC', { orderIsReliable: true, maxEventsAhead: 20 }],
		['DESC', { orderIsReliable: true, maxEventsAhead: 80 }],
		['DESC', {}],
		['DESC', { maxEventsAhead: 20 }],
	])(
		'%s is read without what is deleted meanwhile, and nothing else is missing: %o',
		async (order, options) => {
			const at = (index: number) => START_MS + index * STEP_MS;
			const all = Array.from({ length: 4 * KEPT }, (_, index) => ({
				id: `event-${index}`,
				createdAtMs: at(index),
				visibleAtMs: at(index),
				goneAtMs: at(index + KEPT),
			}));
			const log = createModelLog(all);
			const beganMs = at(KEPT);
			log.nowMs = beganMs;
			log.beforeRequest = () => {
				log.nowMs += 200;
			};

			const ids = await readIds(log, { ...BY_FOUR, order, ...options });

			const wanted = all.filter(
				({ visibleAtMs, goneAtMs }) => visibleAtMs <= beganMs && goneAtMs > log.nowMs,
			);
			expect(wanted.length).toBeGreaterThan(KEPT / 2);
			expect(ids).toEqual(expect.arrayContaining(idsOf(wanted)));
			const inOrder = idsOf(all).filter((id) => ids.includes(id));
			expect(ids).toEqual(order === 'ASC' ? inOrder : inOrder.reverse());
		},
	);
});
