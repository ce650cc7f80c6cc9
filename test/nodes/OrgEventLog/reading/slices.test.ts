import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import type { LoggedEvent, TimedEvent } from '../../../../nodes/OrgEventLog/events/event';
import type { LogSource, Order } from '../../../../nodes/OrgEventLog/api/page';
import type { SlicedReadOptions } from '../../../../nodes/OrgEventLog/reading/slices';
import { readInSlices } from '../../../../nodes/OrgEventLog/reading/slices';
import { anyBehaviour, anyRange, anyUnevenLog } from '../../../support/modelArbitraries';
import type { ModelEvent, ModelLog } from '../../../support/modelLog';
import { createModelLog } from '../../../support/modelLog';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 1000);
const START_MS = 1_700_000_000_000;

type Options = Partial<SlicedReadOptions & LogSource<LoggedEvent>>;

function startReading(log: ModelLog, options: Options) {
	const { fetchPage, pageSize = 10, orderIsReliable = false, ...others } = options;
	return readInSlices(
		{ fetchPage: fetchPage ?? log.fetchPage, pageSize, orderIsReliable },
		{ order: 'ASC', range: {}, maxParallelRequests: 4, ...others },
	);
}

async function readAll(log: ModelLog, options: Options = {}) {
	const events: TimedEvent[] = [];
	for await (const batch of startReading(log, options)) events.push(...batch);
	return events;
}

function eventsAt(offsetsMs: readonly number[]): ModelEvent[] {
	return offsetsMs.map((offset, index) => ({
		id: `event-${index}`,
		createdAtMs: START_MS + offset,
	}));
}

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
async function roundsOf(log: ModelLog, options: Options): Promise<number> {
	let sent: Array<() => void> = [];
	const fetchPage: ModelLog['fetchPage'] = async (request) => {
		await new Promise<void>((resolve) => sent.push(resolve));
		return await log.fetchPage(request);
	};
	let isDone = false;
	const reading = readAll(log, { ...options, fetchPage }).finally(() => {
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
	expect(await reading).toHaveLength(log.events.length);
	return rounds;
}

const evenly = (count: number, stepMs: number) =>
	Array.from({ length: count }, (_, index) => index * stepMs);

describe('readInSlices', () => {
	it('keeps as many requests in flight as allowed, and no more', async () => {
		const log = createModelLog(eventsAt(evenly(2000, 1000)));
		const { fetchPage, seen } = watched(log);
		expect(await readAll(log, { fetchPage })).toHaveLength(2000);
		expect(seen.maxInFlight).toBe(4);
	});

	it('spends few requests beyond the pages that there are', async () => {
		const log = createModelLog(eventsAt(evenly(2000, 1000)), { maxLimit: 100 });
		await readAll(log, { pageSize: 100, orderIsReliable: true });
		expect(log.requests.length).toBeLessThanOrEqual(20 + 20);
	});

	it('waits for hardly more responses, one after another, than four at once take for all pages', async () => {
		const log = createModelLog(eventsAt(evenly(5000, 1000)), { maxLimit: 100 });
		// One for the first page and the end, then 49 pages and a repeated event in each, by four.
		expect(await roundsOf(log, { pageSize: 100, orderIsReliable: true })).toBeLessThanOrEqual(14);
		expect(log.requests.length).toBeLessThanOrEqual(55);
	});

	it.each([8, 16, 32])(
		'waits for few more where only %d pages may wait for their turn',
		async (pages) => {
			const log = createModelLog(eventsAt(evenly(5000, 1000)), { maxLimit: 100 });
			const options = { pageSize: 100, orderIsReliable: true, maxEventsAhead: pages * 100 };
			expect(await roundsOf(log, options)).toBeLessThanOrEqual(22);
			expect(log.requests.length).toBeLessThanOrEqual(65);
		},
	);

	it('asks for no proof of the end where the last event was seen to be alone there', async () => {
		const behindEnd = START_MS + 1_999_000;
		const offsets = evenly(2000, 1000);
		const requestsOf = async (events: readonly ModelEvent[]) => {
			const log = createModelLog(events, { maxLimit: 100 });
			expect(await readAll(log, { pageSize: 100, orderIsReliable: true })).toHaveLength(
				events.length,
			);
			return log.requests.filter(({ limit, skip }) => limit === 1 && skip > 0).length;
		};
		expect(await requestsOf(eventsAt(offsets))).toBe(0);
		const tied = [...eventsAt(offsets), { id: 'also last', createdAtMs: behindEnd }];
		expect(await requestsOf(tied)).toBeGreaterThan(0);
	});

	it.each([2, 3, 4, 5])(
		'misses nothing of a log of one page that grows at request %d',
		async (growsAtRequest) => {
			const before = eventsAt(evenly(20, 1000));
			for (const order of ['sortsPage', 'alwaysNewestFirst'] as const) {
				const log = createModelLog(before, { maxLimit: 20, order });
				log.beforeRequest = (request) => {
					const late = { id: 'late', createdAtMs: START_MS + 100_000 };
					if (request === growsAtRequest) log.events = [...before, late];
				};
				const ids = (await readAll(log, { pageSize: 20 })).map(({ id }) => id);
				expect(ids).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
			}
		},
	);

	it('cuts a busy hour of an idle year again, so that all workers share it', async () => {
		const busyHour = evenly(3000, 1000).map((offset) => offset + 15_000_000_000);
		const log = createModelLog(eventsAt([0, ...busyHour, 31_000_000_000]));
		const { fetchPage, seen } = watched(log);
		expect(await readAll(log, { fetchPage, pageSize: 20 })).toHaveLength(3002);
		expect(seen.maxInFlight).toBe(4);
		expect(log.requests.length).toBeLessThan(2 * (3002 / 19));
	});

	it('reads a log that fits into a page with that page, one for its end, and two that show nothing else', async () => {
		const log = createModelLog(eventsAt([0, 1, 2]));
		await readAll(log);
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
			log.events = eventsAt([0, 1, 1, ...evenly(10, 1).map((offset) => 3 + offset)]);
			return await log.fetchPage(request);
		};
		const read = await readAll(log, { fetchPage, order: 'DESC' });
		expect(read.map(({ id }) => id)).toEqual(
			expect.arrayContaining(['event-0', 'event-1', 'event-2']),
		);
	});

	it.each(['ASC', 'DESC'] as const)('reads events of any time, %s', async (order) => {
		const old = Array.from({ length: 30 }, (_, index) => -62_135_596_800_000 + index);
		const far = Array.from({ length: 30 }, (_, index) => 8.9e15 + index);
		const times = [...old, START_MS, ...far];
		const log = createModelLog(
			times.map((createdAtMs) => ({ id: `event-${createdAtMs}`, createdAtMs })),
		);
		const read = (await readAll(log, { order })).map(({ createdAtMs }) => createdAtMs);
		expect(read).toEqual(order === 'ASC' ? times : times.reverse());
	});

	it('fails with what failed, after everything in flight has ended', async () => {
		const log = createModelLog(eventsAt(evenly(1000, 1000)));
		log.beforeRequest = (requestNumber) => {
			if (requestNumber === 30) throw new Error('connection lost');
		};
		await expect(readAll(log)).rejects.toThrow('connection lost');
		const requests = log.requests.length;
		await new Promise((resolve) => setImmediate(resolve));
		expect(log.requests).toHaveLength(requests);
	});

	it('reads no further ahead than allowed while nobody takes what was read', async () => {
		const log = createModelLog(eventsAt(evenly(5000, 1000)));
		const reading = startReading(log, { maxEventsAhead: 120 });
		await reading.next();
		await reading.next();
		for (let turns = 0; turns < 200; turns++) await new Promise((resolve) => setImmediate(resolve));
		expect(log.requests.length).toBeLessThan(80);
		await reading.return(undefined);
	});
});

it('holds nothing but the latest of what was handed over while the next pages are on their way', async () => {
	setFlagsFromString('--expose-gc');
	const collectGarbage = runInNewContext('gc') as () => void;
	const log = createModelLog(eventsAt(evenly(2000, 1000)));
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
	for await (const batch of startReading(log, { fetchPage, maxEventsAhead: 80 })) {
		events += batch.length;
		handedOver.push(...batch.slice(0, 1).map((event) => new WeakRef(event)));
	}
	expect(events).toBe(2000);
	expect(held.length).toBeGreaterThan(0);
	expect(Math.max(...held)).toBeLessThan(6);
});

const logs = anyUnevenLog(START_MS, 50);

describe('readInSlices, for any log, range, page size, service and number of workers', () => {
	it('hands over exactly the events of the range, once, in the order wanted', async () => {
		await fc.assert(
			fc.asyncProperty(
				logs,
				anyBehaviour(60),
				anyRange(START_MS, 1020),
				fc.constantFrom<Order>('ASC', 'DESC'),
				fc.integer({ min: 1, max: 15 }),
				fc.integer({ min: 2, max: 6 }),
				fc.constantFrom(undefined, 10, 60),
				fc.integer(),
				async (events, behaviour, range, order, pageSize, workers, maxEventsAhead, seed) => {
					const log = createModelLog(events, behaviour, seed);
					const read = await readAll(log, {
						range,
						order,
						pageSize,
						maxParallelRequests: workers,
						maxEventsAhead,
						orderIsReliable: behaviour.order === 'honoured' && seed % 2 === 0,
					});
					const expected = events.filter(
						({ createdAtMs }) =>
							createdAtMs >= (range.startMs ?? 0) && createdAtMs < (range.endMs ?? Infinity),
					);
					const idsOf = (some: readonly { id: string }[]) => some.map(({ id }) => id).sort();
					expect(idsOf(read)).toEqual(idsOf(expected));
					const times = read.map(({ createdAtMs }) => createdAtMs);
					expect(times).toEqual([...times].sort((a, b) => (order === 'ASC' ? a - b : b - a)));
				},
			),
			{ numRuns: RUNS },
		);
	});
});

describe('readInSlices, for any log that grows at its end meanwhile', () => {
	it('hands over, once each, all events that were there before', async () => {
		const growth = fc.array(fc.option(fc.nat(2), { freq: 2 }), { maxLength: 40 });
		await fc.assert(
			fc.asyncProperty(
				logs,
				anyBehaviour(60),
				growth,
				fc.constantFrom('ASC', 'DESC'),
				fc.integer({ min: 1, max: 30 }),
				fc.integer({ min: 2, max: 5 }),
				async (before, behaviour, steps, order: Order, pageSize, maxParallelRequests) => {
					const log = createModelLog(before, behaviour);
					let newest = Math.max(START_MS, ...before.map(({ createdAtMs }) => createdAtMs));
					log.beforeRequest = (request) => {
						const step = steps[request - 1] ?? null;
						if (step === null) return;
						newest += step;
						log.events = [...log.events, { id: `late-${request}`, createdAtMs: newest }];
					};
					const read = await readAll(log, { order, pageSize, maxParallelRequests });
					const ids = read.map(({ id }) => id);
					expect(new Set(ids).size).toBe(ids.length);
					expect(ids).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
				},
			),
			{ numRuns: RUNS },
		);
	});
});

describe('a log at its retention limit, which loses its oldest event for each new one', () => {
	const KEPT = 200;
	const STEP_MS = 450;

	it.each<[Order, Options]>([
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

			const ids = (await readAll(log, { order, ...options })).map(({ id }) => id);

			const wanted = all.filter(
				({ visibleAtMs, goneAtMs }) => visibleAtMs <= beganMs && goneAtMs > log.nowMs,
			);
			expect(wanted.length).toBeGreaterThan(KEPT / 2);
			expect(ids).toEqual(expect.arrayContaining(wanted.map(({ id }) => id)));
			const inOrder = all.map(({ id }) => id).filter((id) => ids.includes(id));
			expect(ids).toEqual(order === 'ASC' ? inOrder : inOrder.reverse());
		},
	);
});
