import type { ModelBehaviour, ModelEvent, ModelLog } from '../../../support/modelLog';
import { createModelLog, seededRandom } from '../../../support/modelLog';
import type { LoggedEvent } from '../../../../nodes/OrgEventLog/events/event';
import type { ServiceProfile } from '../../../../nodes/OrgEventLog/reading/profile';
import { readForward, readRange } from '../../../../nodes/OrgEventLog/reading/readLog';
import { ServiceLog } from '../../../../nodes/OrgEventLog/reading/serviceLog';
import type { Reading } from './readers';
import { HOUR_MS, START_MS, endAt, evenly, dated, idsOf, readAll, serve, spoil } from './readers';

async function idsIn(stretches: AsyncIterable<{ readonly events: readonly ModelEvent[] }>) {
	const ids: string[] = [];
	for await (const { events } of stretches) ids.push(...idsOf(events));
	return ids;
}

const DAY_MS = 24 * HOUR_MS;

/** Events at times of chance, as a busy organization has them. */
function scattered(count: number, spanMs: number): ModelEvent[] {
	const random = seededRandom(1);
	return dated(Array.from({ length: count }, () => START_MS + Math.floor(random() * spanMs)));
}

function logOf(count: number, spanMs: number, behaviour: Partial<ModelBehaviour>) {
	const log = createModelLog(scattered(count, spanMs), behaviour);
	log.nowMs = START_MS + spanMs + HOUR_MS;
	return log;
}

const NEWEST_FIRST = { order: 'alwaysNewestFirst' } as const;
const CAPPED_AT_100 = { maxLimit: 100 };

const everything: Reading = { order: 'DESC', workers: 4 };

it.each<[string, number, Reading, Partial<ModelBehaviour>, number]>([
	['List of 50', 5_000, { ...everything, isList: true, wanted: 50 }, {}, 1],
	['List of all 30', 30, { ...everything, isList: true }, {}, 2],
	['List of all 5,000', 5_000, { ...everything, isList: true }, {}, 8],
	['List of all 5,000, 100 a page', 5_000, { ...everything, isList: true }, CAPPED_AT_100, 55],
	['List of all 2,500', 2_500, { ...everything, isList: true }, {}, 5],
	['List of all 2,500, 100 a page', 2_500, { ...everything, isList: true }, CAPPED_AT_100, 29],
	['Feed of all 5,000', 5_000, everything, {}, 10],
	['Feed of all 5,000, newest first', 5_000, everything, NEWEST_FIRST, 12],
	[
		'Feed of all 5,000, newest first, turned round',
		5_000,
		{ ...everything, order: 'ASC' },
		NEWEST_FIRST,
		12,
	],
	['Feed of all 5,000, 100 a page', 5_000, everything, CAPPED_AT_100, 57],
	['List of all 50,000', 50_000, { ...everything, isList: true }, {}, 70],
])('%s takes few requests', async (_name, count, reading, behaviour, most) => {
	const log = logOf(count, 30 * DAY_MS, behaviour);
	const { wanted = count } = reading;
	expect(await readAll(log, reading)).toHaveLength(wanted);
	expect(log.requests.length).toBeLessThanOrEqual(most);
});

it.each<[string, Partial<ModelBehaviour>, number]>([
	['keeps the order', {}, 40],
	['gives the newest first', NEWEST_FIRST, 60],
	['gives 100 a page', CAPPED_AT_100, 330],
])('a backlog of 30,000 takes few requests of a feed that %s', async (_name, behaviour, most) => {
	const log = logOf(30_000, 60 * HOUR_MS, behaviour);
	expect(await readAll(log, { reader: 'forward', range: { startMs: START_MS } })).toHaveLength(
		30_000,
	);
	expect(log.requests.length).toBeLessThanOrEqual(most);
});

it.each<[string, Partial<ModelBehaviour>]>([
	['keeps the order', {}],
	['gives the newest first', NEWEST_FIRST],
	['gives 100 a page', CAPPED_AT_100],
])(
	'what came since costs one request of a feed that %s, once it is known',
	async (_name, behaviour) => {
		const log = logOf(1_000, 100 * HOUR_MS, behaviour);
		const first = serve(log);
		const newest = Math.max(...log.events.map(({ createdAtMs }) => createdAtMs));
		const from = { startMs: newest - 2 * HOUR_MS };
		const known = {
			position: newest,
			has: ({ createdAtMs }: ModelEvent) => createdAtMs === newest,
		};
		await idsIn(readForward(first, { startMs: START_MS }));

		log.requests.length = 0;
		const second = serveKnown(log, first.profile);
		await idsIn(readForward(second, { ...from, overlap: known }));
		expect(log.requests).toHaveLength(1);

		log.events = [...log.events, { id: 'new', createdAtMs: newest + 1 }];
		log.requests.length = 0;
		const third = serveKnown(log, second.profile);
		expect(await idsIn(readForward(third, { ...from, overlap: known }))).toContain('new');
		expect(log.requests).toHaveLength(1);
	},
);

it('asks for nothing twice in a row where no answer was empty', async () => {
	for (const behaviour of [{}, NEWEST_FIRST, CAPPED_AT_100]) {
		const log = logOf(3_000, 30 * DAY_MS, behaviour);
		await readAll(log, everything);
		const asked = log.requests.map((request) => JSON.stringify(request));
		expect(asked.filter((request, index) => request === asked[index - 1])).toEqual([]);
	}
});

it('asks for nothing twice in a row where pages have come to be as short as an instant is wide', async () => {
	const log = logOf(0, DAY_MS, { maxLimit: 30 });
	const times = [...Array.from({ length: 30 }, () => START_MS + 60_000), START_MS + 60_001];
	log.events = [START_MS, ...times].map((createdAtMs, index) => ({ id: `${index}`, createdAtMs }));
	const served = serveKnown(log, { order: 'asked', longestPage: 32 });
	const lateEvents = { startMs: START_MS, endMs: START_MS + 60_001, mustReach: START_MS + 60_001 };
	await idsIn(readForward(served, lateEvents));
	const asked = log.requests.map((request) => JSON.stringify(request));
	expect(asked.filter((request, index) => request === asked[index - 1])).toEqual([]);
});

it('gets over an instant that fills pages that have come to be shorter, newest first', async () => {
	const log = logOf(0, DAY_MS, { ...NEWEST_FIRST, maxLimit: 10 });
	const times = [START_MS, START_MS, ...Array.from({ length: 11 }, () => START_MS + 60_000)];
	log.events = dated(times);
	const served = serveKnown(log, { order: 'newestFirst', longestPage: 11 });
	const overlap = {
		position: START_MS,
		has: ({ createdAtMs }: ModelEvent) => createdAtMs === START_MS,
	};
	const ids = await idsIn(readForward(served, { startMs: START_MS, overlap }));
	expect([...ids].sort()).toEqual(log.events.map(({ id }) => id).sort());
});

it('reads all behind pages that have come to be shorter, newest first, also where nothing was known before', async () => {
	const log = logOf(0, DAY_MS, { ...NEWEST_FIRST, maxLimit: 10 });
	const times = [START_MS, START_MS, ...Array.from({ length: 18 }, (_, at) => START_MS + 1 + at)];
	log.events = dated(times);
	const served = serveKnown(log, { order: 'newestFirst', longestPage: 11 });
	const ids = await idsIn(readForward(served, { startMs: START_MS }));
	expect([...ids].sort()).toEqual(log.events.map(({ id }) => id).sort());
});

it.each<[string, Partial<ModelBehaviour>, number]>([
	['gives its oldest page', { order: 'alwaysOldestFirst' }, 70],
	['sorts its oldest page as asked', { order: 'sortsOldestPage' }, 70],
])('a feed that %s costs few requests newest first, too', async (_name, behaviour, most) => {
	const log = logOf(6_000, 30 * DAY_MS, behaviour);
	expect(await readAll(log, everything)).toHaveLength(6_000);
	expect(log.requests.length).toBeLessThanOrEqual(most);
});

it('does not follow a log that grows by more than ten events with each request', async () => {
	const log = logOf(1_200, DAY_MS, { order: 'alwaysOldestFirst', maxLimit: 100 });
	let added = 0;
	log.beforeRequest = () => {
		log.nowMs += 20_000;
		const grown = Array.from({ length: 20 }, (_, index) => log.nowMs - 20 + index);
		log.events = [...log.events, ...dated(grown, `new-${added++}`)];
	};
	await readAll(log, everything);
	expect(log.requests.length).toBeLessThanOrEqual(180);
});

it('an id that is used again at another time is another event', async () => {
	const log = logOf(0, DAY_MS, { maxLimit: 10 });
	log.events = Array.from({ length: 20 }, (_, index) => ({
		id: `event-${index === 13 ? 9 : index}`,
		createdAtMs: START_MS + index,
	}));
	expect(await readAll(log, { isList: true })).toHaveLength(20);
});

it('an instant at the end of a range that ends now is read while the log grows behind it', async () => {
	const log = logOf(0, DAY_MS, {});
	const tie = dated(Array<number>(10).fill(log.nowMs - HOUR_MS), 'tie');
	const grown = evenly(25, 1).map(({ id }, index) => ({ id, createdAtMs: log.nowMs + index }));
	log.events = tie;
	log.beforeRequest = (requestNumber) => {
		if (requestNumber > 2) log.events = [...tie, ...grown];
	};
	const range = { startMs: START_MS, endMs: log.nowMs };
	expect(idsOf(await readAll(log, { range, isList: true }))).toEqual(idsOf(tie));
});

it('an instant as wide as a page leaves the windows beside it as wide as they were', async () => {
	const log = logOf(500, DAY_MS, { order: 'alwaysOldestFirst', maxLimit: 100 });
	const tie = dated(Array<number>(350).fill(START_MS + DAY_MS / 2), 'tie');
	log.events = [...log.events, ...tie];
	expect(await readAll(log, everything)).toHaveLength(850);
	expect(log.requests.length).toBeLessThanOrEqual(120);
});

it('ends where the first events of a range are of one instant, and the next ones a year away', async () => {
	const at = (count: number, fromMs: number, stepMs = 0) =>
		Array.from({ length: count }, (_, index) => fromMs + index * stepMs);
	const wanted = dated([...at(40, START_MS - 400 * DAY_MS, HOUR_MS), ...at(39, START_MS - 1000)]);
	const future = dated(at(10, START_MS + 1, 1), 'future');
	const log = createModelLog([...wanted, ...future], { maxLimit: 10 });
	endAt(log, 200).nowMs = START_MS;
	const range = { endMs: START_MS + 1 };
	expect(await readAll(log, { ...everything, isList: true, range })).toHaveLength(wanted.length);
});

it('ends where a full page lies outside of the range, and what is expected on it, too', async () => {
	const log = createModelLog(evenly(10, 0), { afterInclusive: false, beforeInclusive: true });
	endAt(log, 20);
	const served = serve(log, { maxPageLimit: 10, isList: true });
	const range = { startMs: START_MS - HOUR_MS, endMs: START_MS };
	const first = { position: START_MS, has: () => true };
	const read = async () => await idsIn(readForward(served, { ...range, overlap: first }));
	await expect(read()).rejects.toMatchObject({ kind: 'contradictoryAnswer' });
});

it('asks for nothing more once a reader has had enough', async () => {
	const log = logOf(12_000, 30 * DAY_MS, CAPPED_AT_100);
	let [count, asked] = [0, 0];
	const parallel = { maxParallelWindows: 4 };
	for await (const batch of readRange(serve(log, { isList: true }), {}, 'ASC', parallel)) {
		asked = log.requests.length;
		if ((count += batch.length) > 4_000) break;
	}
	expect(log.requests).toHaveLength(asked);
});

it.each(['stable', 'shuffled'] as const)(
	'malformed records in an instant wider than a page hide none of its events (ties %s)',
	async (ties) => {
		const events = evenly(24, 0);
		const isMalformed = ({ id }: ModelEvent) => id.endsWith('3');
		for (let seed = 0; seed < 60; seed++) {
			const log = createModelLog(events, { ties, maxLimit: 10 }, seed);
			log.nowMs = START_MS + HOUR_MS;
			spoil(log, isMalformed);
			expect(await readAll(log, { order: 'ASC', isList: true })).toHaveLength(21);
		}
	},
);

it('malformed records behind an instant in changing order hide none of its events', async () => {
	const instants = [Array<number>(28).fill(START_MS), Array<number>(10).fill(START_MS + HOUR_MS)];
	const events = dated(instants.flat());
	const isMalformed = ({ id }: ModelEvent) => ['event-30', 'event-33', 'event-36'].includes(id);
	for (let seed = 0; seed < 300; seed++) {
		const log = createModelLog(events, { ties: 'shuffled', maxLimit: 10 }, seed);
		log.nowMs = START_MS + 2 * HOUR_MS;
		spoil(log, isMalformed);
		expect(await readAll(log, { order: 'ASC', isList: true })).toHaveLength(35);
	}
});

it('finds nothing before a page of one instant, whose bound has to be learned first', async () => {
	const log = createModelLog(evenly(10, 0), { afterInclusive: false, beforeInclusive: true });
	log.nowMs = START_MS;
	const range = { endMs: START_MS };
	expect(await readAll(log, { ...everything, isList: true, range })).toEqual([]);
});

it.each([1, 4])('a page that is cut by chance hides nothing (%d at a time)', async (workers) => {
	const log = logOf(5_000, 30 * DAY_MS, {});
	for (const range of [{}, { endMs: START_MS + 31 * DAY_MS }]) {
		for (const cut of [[0, 800], [1]]) {
			let pages = 0;
			log.distort = (page) => {
				pages += 1;
				return pages === 2 ? { ...page, events: page.events.slice(...cut) } : page;
			};
			const reading = { order: 'ASC', isList: true, workers, range } as const;
			expect(await readAll(log, reading)).toHaveLength(5_000);
		}
	}
});

it.each(['alwaysOldestFirst', 'sortsOldestPage'] as const)(
	'a page that has come to be cut shorter hides nothing behind it (%s)',
	async (order) => {
		const log = createModelLog(evenly(46), { order, maxLimit: 30 });
		log.nowMs = START_MS + HOUR_MS;
		const served = serveKnown(log, { order: 'none', longestPage: 31 });
		expect(await idsIn(readForward(served, { startMs: START_MS }))).toEqual(
			evenly(46).map(({ id }) => id),
		);
	},
);

/** A poll of a log whose service has been asked before. */
function serveKnown(log: ModelLog, profile: ServiceProfile, maxPageLimit = 1000) {
	const source = { fetchPage: log.fetchPage, maxPageLimit, isOrderReliable: false };
	return new ServiceLog<LoggedEvent>(source, profile, () => log.nowMs);
}

it('a malformed record at the end of a page, whose service keeps no order, costs no halving', async () => {
	const log = createModelLog(evenly(20), { order: 'alwaysOldestFirst' });
	log.nowMs = START_MS + HOUR_MS;
	const isMalformed = ({ id }: ModelEvent) => id === 'event-19';
	spoil(log, isMalformed);
	const served = serveKnown(log, { order: 'none', longestPage: 20 });
	expect(await idsIn(readForward(served, { startMs: START_MS }))).toHaveLength(19);
	expect(log.requests).toHaveLength(2);
});

it('nobody plans the rest of a feed that gives the newest first alone, for nothing tells its end', async () => {
	const requestsOf = async (workers: number) => {
		const log = logOf(5_000, 30 * DAY_MS, NEWEST_FIRST);
		expect(await readAll(log, { ...everything, workers })).toHaveLength(5_000);
		return log.requests;
	};
	expect(await requestsOf(4)).toEqual(await requestsOf(1));
});

it('a bound that was seen to include its own instant may leave it out the next time', async () => {
	const behaviour = { order: 'alwaysOldestFirst', maxLimit: 30, afterInclusive: true } as const;
	const log = createModelLog(evenly(100, 1), behaviour);
	log.nowMs = START_MS + HOUR_MS;
	const first = serveKnown(log, { order: 'none', longestPage: 30 });
	expect(await idsIn(readForward(first, { startMs: START_MS }))).toHaveLength(100);
	log.behaviour = { ...log.behaviour, afterInclusive: false };
	const next = serveKnown(log, first.profile);
	expect(await idsIn(readForward(next, { startMs: START_MS }))).toHaveLength(100);
});

it('a bound that was refused once, though the log keeps events of before it, is sent again', async () => {
	const log = logOf(3_000, 30 * DAY_MS, {});
	const refusedAfterMs = START_MS + 29 * DAY_MS;
	const served = serveKnown(log, { order: 'asked', longestPage: 1_000, refusedAfterMs });
	const wanted = log.events.filter(({ createdAtMs }) => createdAtMs >= refusedAfterMs);
	const read = await idsIn(readForward(served, { startMs: refusedAfterMs }));
	expect(read.sort()).toEqual(idsOf(wanted).sort());
});

it('malformed records of instants in changing order stand in for none of their events', async () => {
	for (let seed = 0; seed < 40; seed++) {
		const random = seededRandom(seed);
		const events = Array.from({ length: 960 }, (_, index) => ({
			id: `${random() < 0.03 ? 'malformed' : 'event'}-${index}`,
			createdAtMs: START_MS + Math.floor(index / 80) * 10,
		}));
		const isMalformed = ({ id }: ModelEvent) => id.startsWith('malformed');
		const log = createModelLog(events, { ties: 'shuffled', maxLimit: 50 }, seed);
		log.nowMs = START_MS + HOUR_MS;
		spoil(log, isMalformed);
		const read = await readAll(log, { order: 'ASC', isList: true });
		expect(read).toHaveLength(events.filter((event) => !isMalformed(event)).length);
	}
});

it('a burst within a range costs whole pages, wherever it is and however many windows are read at a time', async () => {
	for (let second = 100; second < 1800; second += 200) {
		const log = createModelLog([...evenly(5_000, 360), ...evenly(5_000, 1).map(inBurst(second))]);
		log.nowMs = START_MS + HOUR_MS;
		const reading = { order: 'ASC', isList: true, workers: 4 } as const;
		expect(await readAll(log, reading)).toHaveLength(10_000);
		expect(log.requests.length).toBeLessThanOrEqual(21);
	}
});

function inBurst(second: number) {
	return ({ id, createdAtMs }: ModelEvent) => ({
		id: `burst-${id}`,
		createdAtMs: createdAtMs + second * 1000,
	});
}
