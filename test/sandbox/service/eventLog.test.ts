import * as fc from 'fast-check';
import {
	createEventLog,
	makeEvent,
	seededLog,
	type EventLogService,
} from '../../../sandbox/service';
import { FEED, LIST, ask, askCount, askIds } from './ask';
import { servicesForTests } from './runningService';

const start = servicesForTests();
const NOW_MS = 1_715_675_400_000;
const event = (id: string, offsetMs: number, visibleAfterMs?: number) =>
	makeEvent({
		id,
		createdAtMs: NOW_MS + offsetMs,
		visibleAtMs: visibleAfterMs === undefined ? undefined : NOW_MS + visibleAfterMs,
	});

describe('order of the log', () => {
	it('is by creation, and by insertion among equal times', () => {
		const log = createEventLog([event('c', 5), event('a', 0), event('d', 5)]);
		log.append(event('e', 5), event('b', 2), event('f', 9));
		expect(log.all().map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
		expect(log.size).toBe(6);
		expect(log.at(1).id).toBe('b');
		expect(() => log.at(6)).toThrow(RangeError);
		expect(() => log.at(-1)).toThrow(RangeError);
	});

	it('holds for whatever is appended to a seeded log', () => {
		fc.assert(
			fc.property(fc.array(fc.integer({ min: -5, max: 205 }), { maxLength: 60 }), (offsets) => {
				const log = seededLog({ events: 40, seed: 1, startMs: NOW_MS, endMs: NOW_MS + 200 });
				const before = log.all();
				const added = offsets.map((offset, index) => event(`new ${index}`, offset));
				log.append(...added);
				const expected = [...before, ...added].sort(
					(one, other) => one.createdAtMs - other.createdAtMs,
				);
				expect(log.all()).toEqual(expected);
			}),
			{ numRuns: 20, seed: 3 },
		);
	});

	it('ends where it ends, also behind a seeded log', () => {
		const log = seededLog({ events: 3, seed: 1 });
		log.append(event('new', 0));
		expect(log.at(3).createdAtMs).toBeGreaterThan(0);
		expect(() => log.at(4)).toThrow(RangeError);
	});

	it('reads the same where the texts of its events are kept', async () => {
		const log = () => seededLog({ events: 20, seed: 1, startMs: NOW_MS, endMs: NOW_MS + 200 });
		const keeping = log();
		keeping.keepTexts();
		const [plain, kept] = [await start({ log: log() }), await start({ log: keeping })];
		const readAll = async (service: EventLogService) => {
			const texts: string[] = [];
			for (const path of [LIST, FEED]) {
				for (const query of [
					{ order: 'ASC', skip: 0 },
					{ order: 'DESC', skip: 4 },
				]) {
					texts.push((await ask(service, path, query)).text);
				}
			}
			return texts;
		};
		expect(await readAll(kept)).toEqual(await readAll(plain));
		for (const service of [plain, kept]) service.log.append(event('between', 100));
		expect(await readAll(kept)).toEqual(await readAll(plain));
	});

	it('appended events are served at once', async () => {
		const service = await start({ log: seededLog({ events: 20, seed: 1, endMs: NOW_MS }) });
		service.log.append(event('new', 0));
		expect(await askIds(service, LIST, { limit: 1 })).toEqual(['new']);
		expect(await askCount(service)).toBe(21);
		expect(await askCount(service, { id: 'new' })).toBe(1);
	});
});

describe('events that become visible late', () => {
	const events = [event('a', 0), event('late', 1, 100), event('b', 2), event('later', 3, 200)];

	it('are invisible to every operation until the clock reaches their time', async () => {
		let nowMs = NOW_MS;
		const service = await start({ log: createEventLog(events), clock: () => nowMs });
		const seen = async () => [
			await askIds(service, LIST, { order: 'ASC' }),
			[...(await askIds(service, FEED))].reverse(),
			await askIds(service, LIST, { order: 'ASC', type: 'Registration' }),
			await askCount(service),
			await askCount(service, { severity: 'INFO' }),
		];
		const all = (ids: readonly string[]) => [ids, ids, ids, ids.length, ids.length];
		nowMs = NOW_MS + 99;
		expect(await seen()).toEqual(all(['a', 'b']));
		nowMs = NOW_MS + 100;
		expect(await seen()).toEqual(all(['a', 'late', 'b']));
		nowMs = NOW_MS + 200;
		expect(await seen()).toEqual(all(['a', 'late', 'b', 'later']));
		nowMs = NOW_MS + 99;
		expect(await seen()).toEqual(all(['a', 'b']));
	});

	it('take no place in skip and limit before', async () => {
		const service = await start({ log: createEventLog(events), clock: () => NOW_MS });
		expect(await askIds(service, LIST, { order: 'ASC', skip: 1, limit: 1 })).toEqual(['b']);
		expect(await askIds(service, LIST, { order: 'DESC', skip: 1, limit: 1 })).toEqual(['a']);
	});

	it('stay invisible when others are put in before them', () => {
		const log = createEventLog([event('late', 5, 100), event('b', 6)]);
		log.append(event('a', 1));
		expect(log.all(NOW_MS).map(({ id }) => id)).toEqual(['a', 'b']);
	});

	it('are known to be so in a seeded log', async () => {
		const [startMs, endMs] = [NOW_MS, NOW_MS + 1000];
		const log = seededLog({ events: 400, seed: 2, startMs, endMs, lateShare: 0.5 });
		const service = await start({ log, clock: () => endMs });
		expect(await askCount(service)).toBe(log.all(endMs).length);
		expect(log.all(endMs).length).toBeLessThan(300);
	});

	it('are in the log all along', () => {
		const log = createEventLog(events);
		expect(log.size).toBe(4);
		expect(log.all()).toHaveLength(4);
		expect(log.all(NOW_MS + 100).map(({ id }) => id)).toEqual(['a', 'late', 'b']);
	});

	it('an event may be dated in the future', async () => {
		const log = createEventLog([event('future', 86_400_000)]);
		const service = await start({ log, clock: () => NOW_MS });
		expect(await askIds(service, FEED)).toEqual(['future']);
	});
});
