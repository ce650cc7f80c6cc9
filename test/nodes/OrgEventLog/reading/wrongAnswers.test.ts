import type { LoggedEvent, TimedEvent } from '../../../../nodes/OrgEventLog/events/event';
import type { EventsPage, FetchPage, PageRequest } from '../../../../nodes/OrgEventLog/api/page';
import { EventLogFailure } from '../../../../nodes/OrgEventLog/errors/failure';
import { readInstant } from '../../../../nodes/OrgEventLog/reading/instantReader';
import { walkEvents } from '../../../../nodes/OrgEventLog/reading/walk';
import {
	WindowRequests,
	unknownTraits,
} from '../../../../nodes/OrgEventLog/reading/windowRequests';
import { type ModelEvent, createModelLog } from '../../../support/modelLog';
import { evenly, idsOf, readIds, startReading, START_MS, type Reading } from './readers';

const ONCE = 1;

const READERS: ReadonlyArray<readonly [string, Reading]> = [
	['List, in order', { orderIsReliable: true }],
	['List, newest first', { orderIsReliable: true, order: 'DESC' }],
	['List, in slices', { orderIsReliable: true, workers: 4 }],
	['Feed, in order', {}],
	['Feed, in slices', { workers: 4 }],
];

describe('one answer that is empty although it should not be', () => {
	it.each(READERS)('cuts nothing short, at whichever request: %s', async (_what, reading) => {
		const events = evenly(3000);
		const whole = createModelLog(events, { maxLimit: 100 });
		await readIds(whole, reading);
		for (let wrongAt = 1; wrongAt <= whole.requests.length; wrongAt++) {
			const log = createModelLog(events, { maxLimit: 100 });
			log.distort = (page, request) => (request === wrongAt ? { events: [] } : page);
			expect(await readIds(log, reading)).toHaveLength(events.length);
		}
	});

	it('cuts no single instant short, at whichever request', async () => {
		const events = evenly(250, 0);
		for (let wrongAt = 1; wrongAt <= 12; wrongAt++) {
			const log = createModelLog(events);
			log.distort = (page, request) => (request === wrongAt ? { events: [] } : page);
			expect(await readIds(log)).toHaveLength(events.length);
		}
	});

	it('twice, where events had been seen, is a failure that says so', async () => {
		const log = createModelLog(evenly(300));
		log.distort = (page, request) => (request > ONCE ? { events: [] } : page);
		await expect(readIds(log, { orderIsReliable: true })).rejects.toMatchObject({
			kind: 'contradictoryAnswer',
			message: expect.stringContaining('no longer returns events') as string,
		});
	});
});

describe('the end from which pages come', () => {
	it('is not told by a page of one instant', async () => {
		// A List that ignores the order it is asked for, whose newest events share their time.
		const events = [...evenly(200), ...evenly(100, 0).map(laterBy(1_000_000))];
		const log = createModelLog(events, { order: 'alwaysNewestFirst' });
		expect(await readIds(log, { orderIsReliable: true })).toHaveLength(300);
	});

	it('is not told by the one event that is wanted', async () => {
		const log = createModelLog(evenly(50), { order: 'alwaysNewestFirst' });
		expect((await readIds(log, { wanted: 1, orderIsReliable: true }))[0]).toBe('event-0');
	});

	it('is not told by a full page of events that arrive between the first two requests', async () => {
		const before = evenly(300);
		const log = createModelLog(before, { order: 'alwaysNewestFirst' });
		log.beforeRequest = (request) => {
			if (request === 2) log.events = [...before, ...evenly(100).map(laterBy(1_000_000))];
		};
		const ids = await readIds(log, { workers: 4 });
		expect(ids).toEqual(expect.arrayContaining(idsOf(before)));
	});

	it('is not told by an event that shows up behind a page which was all there was', async () => {
		const before = evenly(100);
		for (let arrivesAt = 2; arrivesAt <= 6; arrivesAt++) {
			const log = createModelLog(before, { order: 'alwaysNewestFirst' });
			log.beforeRequest = (request) => {
				const growth = evenly(150).map(laterBy(1_000_000));
				if (request >= arrivesAt) log.events = [...before, ...growth.slice(0, request * 30)];
			};
			const ids = await readIds(log);
			expect(ids).toEqual(expect.arrayContaining(idsOf(before)));
		}
	});
});

describe('a service that becomes another one while it is read', () => {
	const otherWay = { ASC: 'alwaysNewestFirst', DESC: 'alwaysOldestFirst' } as const;

	it.each(READERS)(
		'is read to the end where it ignores the order from a request on: %s',
		async (_what, reading) => {
			const events = evenly(600);
			for (let changedFrom = 2; changedFrom <= 14; changedFrom++) {
				const log = createModelLog(events, { maxLimit: 50 });
				const order = otherWay[reading.order ?? 'ASC'];
				log.beforeRequest = (request) => {
					if (request === changedFrom) log.behaviour = { ...log.behaviour, order };
				};
				const ids = await readIds(log, reading);
				expect(ids).toHaveLength(events.length);
				expect(new Set(ids).size).toBe(events.length);
			}
		},
	);

	it.each<[string, Reading]>([
		['List', { orderIsReliable: true }],
		['Feed', {}],
	])(
		'is read to the end where it ignores the order every other time: %s',
		async (_what, reading) => {
			const events = evenly(600);
			const log = createModelLog(events, { maxLimit: 50 });
			log.beforeRequest = (request) => {
				const order = request % 2 === 0 ? 'alwaysNewestFirst' : 'honoured';
				log.behaviour = { ...log.behaviour, order };
			};
			expect(new Set(await readIds(log, reading)).size).toBe(events.length);
		},
	);

	it('is read to the end where bounds no longer include what they name', async () => {
		const events = Array.from({ length: 300 }, (_, index) => ({
			id: `event-${index}`,
			createdAtMs: START_MS + Math.floor(index / 15),
		}));
		for (let changedFrom = 2; changedFrom <= 14; changedFrom++) {
			const log = createModelLog(events, { maxLimit: 40, afterInclusive: true });
			log.beforeRequest = (request) => {
				if (request === changedFrom) log.behaviour = { ...log.behaviour, afterInclusive: false };
			};
			const ids = await readIds(log, { orderIsReliable: true });
			expect(new Set(ids).size).toBe(events.length);
		}
	});

	it('fails by name where it refuses any skip and gives ever less of one instant', async () => {
		const log = createModelLog(evenly(4, 0), { maxSkip: 0 });
		log.distort = (page, request) => ({
			...page,
			events: page.events.slice(0, request === 1 ? 3 : 1),
		});
		await expect(readIds(log, { pageSize: 5 })).rejects.toMatchObject({
			kind: 'instantTooWide',
		});
	});
});

describe('one answer that lacks its beginning', () => {
	it.each<[string, Reading, number]>([
		['List, in order', { orderIsReliable: true, pageSize: 100 }, 1000],
		['List, in slices', { orderIsReliable: true, workers: 4, pageSize: 10 }, 200],
		['Feed, in order', { pageSize: 100 }, 1000],
	])(
		'cuts nothing off, at whichever request behind the first: %s',
		async (_what, reading, count) => {
			const events = evenly(count);
			const whole = createModelLog(events);
			await readIds(whole, reading);
			for (let wrongAt = 4; wrongAt <= whole.requests.length; wrongAt++) {
				const log = createModelLog(events);
				log.distort = (page, request) =>
					request === wrongAt
						? { ...page, events: page.events.slice(Math.ceil(page.events.length / 2)) }
						: page;
				expect(await readIds(log, reading)).toHaveLength(events.length);
			}
		},
	);
});

describe('requests', () => {
	it('are few until the first events come from a feed that gives the newest first', async () => {
		const log = createModelLog(evenly(5000), { order: 'alwaysNewestFirst' });
		await startReading(log, { range: { startMs: START_MS } }).next();
		expect(log.requests.length).toBeLessThanOrEqual(25);
	});

	it('are few on an open range, too', async () => {
		const log = createModelLog(evenly(5000), { order: 'alwaysNewestFirst' });
		await startReading(log).next();
		expect(log.requests.length).toBeLessThanOrEqual(60);
	});

	it('that each bring one event from the far end are progress, however many they are', async () => {
		const log = createModelLog(evenly(1000), { order: 'alwaysOldestFirst', maxLimit: 1 });
		const reading = startReading(log, { order: 'DESC', pageSize: 1 });
		await reading.next();
		expect(log.requests.length).toBeLessThan(500);
		while ((await reading.next()).done !== true);
	});

	it('end soon where the same unsorted page comes for ever', async () => {
		const log = createModelLog(evenly(100));
		const page = await log.fetchPage({ order: 'ASC', skip: 0, limit: 100 });
		const unsorted = { events: [...page.events].sort((a, b) => (a.id < b.id ? -1 : 1)) };
		log.distort = () => unsorted;
		await expect(readIds(log)).rejects.toMatchObject({ kind: 'noProgress' });
		expect(log.requests.length).toBeLessThan(200);
	});

	it('for the same unsorted page of one millisecond and its neighbours end, too', async () => {
		const log = createModelLog([]);
		const at = (offset: number) => ({
			id: `event-${offset}`,
			createdAtMs: START_MS + offset,
			fields: {},
		});
		log.distort = () => ({ events: [at(1), at(0), at(2)] });
		await readIds(log, { pageSize: 3 }).catch(() => undefined);
		expect(log.requests.length).toBeLessThan(400);
	});

	it.each<[string, number, Reading]>([
		['List', 1, { orderIsReliable: true }],
		['List, newest first', 1, { orderIsReliable: true, order: 'DESC' }],
		['List, in slices', 10, { orderIsReliable: true, workers: 4 }],
		['Feed', 10, {}],
		['Feed, in slices', 1, { workers: 4 }],
	])(
		'end where each page has other ids at the same times: %s, %i of each',
		async (_what, each, reading) => {
			const log = createModelLog([]);
			log.distort = (_page, request) => ({
				events: Array.from({ length: 100 }, (_, index) => ({
					id: `event-${request}-${index}`,
					createdAtMs: START_MS + Math.floor(index / each),
					fields: {},
				})),
			});
			log.beforeRequest = (request) => {
				if (request > 500) throw new Error('It never ends');
			};
			await expect(readIds(log, reading)).rejects.toMatchObject({ kind: 'noProgress' });
		},
	);

	it('behind the first full page of a feed are two: what comes after, and whether it is first', async () => {
		const log = createModelLog(evenly(500));
		const reading = startReading(log);
		await reading.next();
		expect(log.requests.map(({ limit }) => limit)).toEqual([100, 1, 1]);
		while ((await reading.next()).done !== true);
		expect(log.requests.length).toBeLessThanOrEqual(5 + 5);
	});
});

function laterBy(ms: number): (event: ModelEvent) => ModelEvent {
	return ({ id, createdAtMs }) => ({ id: `later-${id}`, createdAtMs: createdAtMs + ms });
}

/** Everything, newest first, where the first page is one of five and later ones of up to 25. */
async function readNewestFirst(
	pageOf: (request: PageRequest) => EventsPage<TimedEvent>,
): Promise<string[]> {
	let isFirst = true;
	const growing: FetchPage<TimedEvent> = async (request) => {
		const limit = isFirst ? 5 : request.limit;
		isFirst = false;
		return await Promise.resolve({ ...pageOf({ ...request, limit }), limit });
	};
	const source = { fetchPage: growing, pageSize: 25, orderIsReliable: false };
	const ids: string[] = [];
	for await (const batch of walkEvents(source, { order: 'DESC', range: {} })) {
		ids.push(...batch.map(({ id }) => id));
	}
	return ids;
}

/** The events whose time the bounds don't exclude, oldest first. */
function within<Event extends TimedEvent>(
	events: readonly Event[],
	{ afterMs = -Infinity, beforeMs = Infinity }: PageRequest,
): readonly Event[] {
	return events.filter(({ createdAtMs }) => createdAtMs > afterMs && createdAtMs <= beforeMs);
}

it('longer pages that are cut here and there are not taken for a log that grows', async () => {
	const events = evenly(24, 1);
	const cutsAt = [8, 30, 6];
	for (let phase = 0; phase < cutsAt.length; phase++) {
		let requests = phase;
		const ids = await readNewestFirst((request) => {
			const cutAt = request.limit > 5 ? (cutsAt[++requests % cutsAt.length] ?? 0) : 5;
			const { skip, limit } = request;
			const page = within(events, request).slice(skip, skip + Math.min(limit, cutAt, 12));
			return { events: [...page].reverse() };
		});
		expect(ids).toEqual(idsOf(events).reverse());
	}
});

describe('a service that ignores skip and cuts pages in silence', () => {
	const IGNORED = { maxSkip: 0, deepSkip: 'ignored', maxLimit: 50 } as const;
	const instant = (count: number) =>
		evenly(count, 0).map((event) => ({ ...event, id: `tie-${event.id}` }));

	describe.each(READERS)('%s', (_what, reading) => {
		const orders = ['honoured', 'alwaysNewestFirst', 'alwaysOldestFirst'] as const;
		// What List gives oldest first is the oldest: that is documented.
		it.each([...orders, ...(reading.orderIsReliable ? [] : (['sortsPage'] as const))])(
			'is read to its end, order %s',
			async (order) => {
				for (const events of [evenly(430), evenly(430, 1), evenly(50), evenly(49), evenly(1)]) {
					for (const bounds of [{}, { afterInclusive: true, beforeInclusive: true }]) {
						const log = createModelLog(events, { ...IGNORED, ...bounds, order });
						const ids = await readIds(log, reading);
						expect(ids.sort()).toEqual(idsOf(events).sort());
					}
				}
			},
		);

		it('gives an instant that it does not cut, be there other events or none', async () => {
			const others = [
				...evenly(100).map((event) => ({ ...event, createdAtMs: event.createdAtMs + 1 })),
			];
			for (const events of [
				instant(9),
				[...instant(40), ...others],
				[...instant(40), ...others.slice(0, 3)],
			]) {
				const ids = await readIds(createModelLog(events, IGNORED), reading);
				expect(ids.sort()).toEqual(idsOf(events).sort());
			}
		});

		it('fails where it cuts an instant', async () => {
			for (const more of [[], evenly(1), evenly(100)]) {
				const later = more.map((event) => ({ ...event, createdAtMs: event.createdAtMs + 5000 }));
				const log = createModelLog([...instant(60), ...later], IGNORED);
				await expect(readIds(log, reading)).rejects.toMatchObject({ kind: 'noProgress' });
			}
		});
	});
});

it.each([
	[25, 'fails'],
	[11, 'fails'],
	[10, 'whole'],
])(
	'an instant of %d events, where a limit that is too large counts as the default of ten, and skip is ignored: %s',
	async (length, result) => {
		const later = evenly(300).map(({ id, createdAtMs }) => ({
			id: `later-${id}`,
			createdAtMs: createdAtMs + 5000,
		}));
		const events = [...evenly(length, 0), ...later];
		const log = createModelLog(events, { maxSkip: 0, deepSkip: 'ignored' });
		const fetchPage: FetchPage<LoggedEvent> = async (request) =>
			await log.fetchPage({ ...request, limit: request.limit > 100 ? 10 : request.limit });
		const read = readIds({ fetchPage }, { pageSize: 1000, orderIsReliable: true });
		if (result === 'whole') expect(await read).toHaveLength(events.length);
		else await expect(read).rejects.toMatchObject({ kind: 'noProgress' });
	},
);

it('where skip is ignored, a page with less than is known of its window does not show that there is no more', async () => {
	// So that not even the first few of a page happen to be in order.
	const events = evenly(131).map((event, index) => ({ ...event, id: `id-${(index * 37) % 131}` }));
	const cut = { maxLimit: 22, maxSkip: 0, deepSkip: 'ignored', order: 'unordered' } as const;
	for (let wrong = 1; wrong <= 16; wrong++) {
		const log = createModelLog(events, cut);
		log.distort = (page, request) =>
			request === wrong ? { ...page, events: page.events.slice(0, 11) } : page;
		expect([wrong, (await readIds(log)).length]).toEqual([wrong, events.length]);
	}
});

it('the newest event is given where skip is ignored and an instant comes while it is read', async () => {
	for (let grownAt = 2; grownAt <= 8; grownAt++) {
		const log = createModelLog(evenly(2), { maxSkip: 0, deepSkip: 'ignored' });
		const newer = ['one', 'other'].map((id) => ({ id, createdAtMs: START_MS + 2000 }));
		log.beforeRequest = (request) => {
			if (request === grownAt) log.events = [...evenly(2), ...newer];
		};
		const ids = await readIds(log, { order: 'DESC', pageSize: 1000, wanted: 1 });
		expect(['one', 'other', 'event-1']).toContain(ids[0]);
	}
});

it('an odd entry that narrower bounds exclude stands for no event', async () => {
	const times = [0, 60, 80, 100, 180, 180, 180].map((seconds) => START_MS + seconds * 1000);
	const events = times.map((createdAtMs, index) => ({ id: `event-${index}`, createdAtMs }));
	const odd = { id: 'odd', createdAtMs: START_MS + 180_000, why: 'created_at is null' };
	const ids = await readNewestFirst((request) => {
		const { skip, limit } = request;
		const newestFirst = [...within([...events.slice(0, 5), odd, ...events.slice(5)], request)];
		const page = newestFirst.reverse().slice(skip, skip + Math.min(limit, 7));
		const isOdd = page.some(({ id }) => id === odd.id);
		return { events: page.filter(({ id }) => id !== odd.id), ...(isOdd && { malformed: [odd] }) };
	});
	expect(ids.sort()).toEqual(idsOf(events));
});

it.each([
	['cut', [8, 8, 4, 4], 'fails'],
	['cut from the second page on', [8, 4, 4], 'fails'],
	['cut at one length', [8, 8, 8], 'fails'],
	['whole', [8, 8, 8, 8], 'whole'],
])(
	'an instant that is %s, of pages %j, behind which skip is refused',
	async (_what, lengths, result) => {
		const events = evenly(30, 0);
		const log = createModelLog(events, { maxSkip: 29 });
		let pages = 0;
		const fetchPage: FetchPage<LoggedEvent> = async (request) => {
			const length = lengths[pages++];
			if (length === undefined) throw new EventLogFailure('badRequest', { status: 400 });
			return await log.fetchPage({ ...request, limit: Math.min(request.limit, length) });
		};
		const requests = new WindowRequests(fetchPage, 'ASC', { ...unknownTraits(), longestPage: 8 });
		const { events: known } = await log.fetchPage({ order: 'ASC', skip: 0, limit: 8 });
		const read = readInstant(requests, START_MS, 8, known);
		if (result === 'whole') expect(await read).toHaveLength(events.length);
		else await expect(read).rejects.toMatchObject({ kind: 'instantTooWide' });
	},
);

it.each([
	['as wanted', 8],
	['shorter than wanted', 40],
])(
	'an instant that fills a page %s, behind which skip is refused, is too wide, also where longer pages have come before',
	async (_what, wanted) => {
		const events = evenly(30, 0);
		const log = createModelLog(events, { maxSkip: 5 });
		const fetchPage: FetchPage<LoggedEvent> = async (request) => {
			const limit = Math.min(request.limit, 8);
			return { ...(await log.fetchPage({ ...request, limit })), limit };
		};
		const traits = { ...unknownTraits(), longestPage: 30 };
		const requests = new WindowRequests(fetchPage, 'ASC', traits);
		const { events: known } = await fetchPage({ order: 'ASC', skip: 0, limit: 8 });
		await expect(readInstant(requests, START_MS, wanted, known)).rejects.toMatchObject({
			kind: 'instantTooWide',
		});
	},
);

it('fails where an instant no longer has the event that stood there behind a page of odd entries', async () => {
	const timeless = Array.from({ length: 12 }, (_, index) => ({
		id: `${index}`,
		why: 'no time',
	}));
	const fetchPage = async ({ afterMs = 0, beforeMs = 9, skip }: PageRequest) => {
		if (afterMs >= 5 || beforeMs <= 5) return await Promise.resolve({ events: [] });
		const isShown = beforeMs - afterMs > 2 && skip > 2 && skip <= 12;
		const odd = timeless.slice(skip, skip + 10);
		return await Promise.resolve({
			events: isShown ? [{ id: 'beside', createdAtMs: 5 }] : [],
			...(odd.length > 0 && { malformed: odd }),
		});
	};
	const source = { fetchPage, pageSize: 10, orderIsReliable: true };
	const reading = walkEvents(source, { order: 'ASC', range: {} });
	await expect(reading.next()).rejects.toMatchObject({ kind: 'contradictoryAnswer' });
});
