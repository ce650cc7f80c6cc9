import type { EventRecord } from '../../../sandbox/service';
import {
	DEFAULT_LOG_END_MS,
	DEFAULT_LOG_START_MS,
	attributeOf,
	seededLog,
} from '../../../sandbox/service';
import { recordedEvents } from '../../support/recordedEvents';
import { FEED, LIST, askCount, askIds } from './ask';
import { servicesForTests } from './runningService';

const start = servicesForTests();

function countBy(events: readonly EventRecord[], key: (event: EventRecord) => unknown) {
	const counts = new Map<unknown, number>();
	for (const event of events) counts.set(key(event), (counts.get(key(event)) ?? 0) + 1);
	return counts;
}

describe('what a seed decides', () => {
	it('the same seed gives the same log, another seed another', () => {
		const idsOf = (seed: number) => seededLog({ events: 50, seed }).all();
		expect(idsOf(1)).toEqual(idsOf(1));
		const known = new Set(idsOf(1).map(({ id }) => id));
		expect(idsOf(2).filter(({ id }) => known.has(id))).toEqual([]);
	});
});

describe('times', () => {
	const span = { startMs: 1_000_000, endMs: 2_000_000 };

	it('lie in the half-open span, oldest first', () => {
		for (const density of ['even', 'bursty'] as const) {
			const times = seededLog({ events: 500, seed: 3, density, ...span }).all();
			const createdAtMs = times.map((event) => event.createdAtMs);
			expect(createdAtMs).toEqual([...createdAtMs].sort((one, other) => one - other));
			expect(createdAtMs[0]).toBeGreaterThanOrEqual(span.startMs);
			expect(createdAtMs.at(-1)).toBeLessThan(span.endMs);
		}
	});

	it('span a month unless told otherwise', () => {
		const log = seededLog({ events: 100, seed: 1 });
		expect(log.timeAt(0)).toBeGreaterThanOrEqual(DEFAULT_LOG_START_MS);
		expect(log.timeAt(99)).toBeLessThan(DEFAULT_LOG_END_MS);
	});

	it.each([1, 4, 60])('%i events share each', (tieWidth) => {
		const events = seededLog({ events: 120, seed: 3, tieWidth, ...span }).all();
		const widths = [...countBy(events, ({ createdAtMs }) => createdAtMs).values()];
		expect(widths).toEqual(Array(120 / tieWidth).fill(tieWidth));
	});

	it('bursty: a busy hundredth behind an idle quarter', () => {
		const events = seededLog({ events: 1000, seed: 3, density: 'bursty', ...span }).all();
		const within = (from: number, to: number) =>
			events.filter(({ createdAtMs }) => {
				const part = (createdAtMs - span.startMs) / (span.endMs - span.startMs);
				return part >= from && part < to;
			}).length;
		expect(within(0.25, 0.5)).toBe(0);
		expect(within(0.5, 0.51)).toBe(500);
	});

	it('some become visible late', () => {
		const log = seededLog({ events: 1000, seed: 3, lateShare: 0.2, maxLateMs: 500, ...span });
		const hidden = log.size - log.all(span.startMs).length;
		expect(hidden).toBeGreaterThan(120);
		expect(hidden).toBeLessThan(280);
		expect(log.all(span.endMs + 500)).toHaveLength(1000);
	});
});

describe('what the events hold', () => {
	const events = seededLog({ events: 20_000, seed: 1 }).all();
	const shareOf = (passes: (event: EventRecord) => boolean) =>
		events.filter(passes).length / events.length;

	it('no two have the same id', () => {
		expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
		expect(events[0]?.id).toMatch(
			/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
		);
	});

	it('every severity, and many values for every filter', () => {
		expect([...countBy(events, ({ severity }) => severity).keys()].sort()).toEqual([
			...['DEBUG', 'ERROR', 'INFO', 'WARN'],
		]);
		for (const name of [
			'type',
			'subType',
			'action',
			'userEmail',
			'deviceId',
			'serviceName',
		] as const) {
			expect(countBy(events, (event) => attributeOf(event, name)).size).toBeGreaterThan(4);
		}
	});

	it('are of the kinds that were recorded, as often', () => {
		const recorded = recordedEvents(0).events;
		const kindOf = (event: EventRecord) =>
			[event.type, event.subType, event.action, event.severity, event.result].join('/');
		const counts = countBy(
			events.filter(({ serviceAccountName }) => serviceAccountName === undefined),
			kindOf,
		);
		for (const [kind, count] of countBy(recorded, kindOf)) {
			const share = (counts.get(kind) ?? 0) / events.length;
			expect([kind, share / (count / recorded.length)]).toEqual([kind, expect.closeTo(1, 0)]);
		}
	});

	it('tell as little as recorded ones: of refusals whose, of devices the name', () => {
		const refusals = events.filter(({ action }) => action === 'Unauthorized' || action === 'Deny');
		const nameless = refusals.filter((event) => attributeOf(event, 'userEmail') === undefined);
		expect(nameless.length / refusals.length).toBeCloseTo(0.94, 1);
		const withPort = refusals.filter(({ userPrincipal }) =>
			/^[\d.]+:\d+$/.test(userPrincipal?.client?.ip_address ?? ''),
		);
		expect(withPort.length / refusals.length).toBeGreaterThan(0.97);
		expect(
			shareOf((event) => (event.userPrincipal?.device?.friendly_name ?? '') === ''),
		).toBeCloseTo(0.96, 1);
	});

	it('tell of a refused client again and again, by another port, some as PERIODIC', () => {
		const unauthorized = events.filter(
			({ action, subType }) => action === 'Unauthorized' && subType === 'Connection',
		);
		const messages = countBy(unauthorized, ({ message }) =>
			message.replace(/^Since .*: PERIODIC /, '').replace(/:\d+->.*/s, ''),
		);
		const said = new Set(unauthorized.map(({ message }) => message));
		const toldAgain = unauthorized.filter(({ message }) => message.startsWith('Since '));
		expect(said.size).toBeGreaterThan(unauthorized.length / 20);
		expect(toldAgain.length / unauthorized.length).toBeCloseTo(0.35, 1);
		expect(Math.max(...messages.values()) / unauthorized.length).toBeGreaterThan(0.25);
		expect(messages.size).toBeLessThan(24 * 6);
	});

	it('a filter sees what the event holds', () => {
		const log = seededLog({ events: 200, seed: 1 });
		const names = ['userEmail', 'serialNumber', 'workloadContainerId', 'externalId', 'id'] as const;
		log.all().forEach((event, position) => {
			for (const name of names) {
				expect(log.attributeAt(position, name)).toBe(attributeOf(event, name));
			}
		});
	});

	it('about one in fifty lacks a part of its principal, in every way', () => {
		const gaps = [
			shareOf(({ userPrincipal }) => userPrincipal === null),
			shareOf(({ userPrincipal }) => userPrincipal === undefined),
			shareOf(({ userPrincipal }) => userPrincipal?.user === null),
			shareOf(({ userPrincipal }) => userPrincipal?.device === null),
			shareOf(({ userPrincipal }) => userPrincipal?.user?.groups === null),
		];
		for (const gap of gaps) {
			expect(gap).toBeGreaterThan(0.001);
			expect(gap).toBeLessThan(0.01);
		}
	});

	it('some messages try whoever reads them', () => {
		for (const pattern of [/^=/, /^\+/, /^-/, /^@/, /"/, /,/, /\n/, /接/]) {
			expect(shareOf(({ message }) => pattern.test(message))).toBeGreaterThan(0.001);
		}
	});

	it('unknown objects are among them, and empty texts', () => {
		for (const field of ['service', 'policy', 'link', 'trustscore', 'service_account']) {
			expect(shareOf(({ extra }) => extra?.[field] !== undefined)).toBeGreaterThan(0.01);
		}
		expect(shareOf((event) => event.userPrincipal?.device?.mac_address === '')).toBeGreaterThan(
			0.1,
		);
	});
});

describe('a million events', () => {
	const log = seededLog({ events: 1_000_000, seed: 7, tieWidth: 2 });

	it('are counted, and paged at any depth without looking at what lies before', async () => {
		const service = await start({ log });
		const looks = jest.spyOn(log, 'timeAt');
		const madeEvents = jest.spyOn(log, 'at');
		expect(await askCount(service)).toBe(1_000_000);
		const afterMs = log.timeAt(600_001);
		const page = await askIds(service, LIST, { order: 'ASC', after: afterMs, limit: 1000 });
		expect(page[0]).toBe(log.attributeAt(600_002, 'id'));
		expect(await askIds(service, FEED, { skip: 999_000, limit: 1000 })).toHaveLength(1000);
		// 2,000 events shown, each looked at a few times, and some searches by halving.
		expect(looks.mock.calls.length).toBeLessThan(100_000);
		expect(madeEvents).toHaveBeenCalledTimes(2000);
		looks.mockRestore();
		madeEvents.mockRestore();
	});

	it('take little memory, also once all of them have been looked at', async () => {
		const usedBytes = () => {
			const { heapUsed, arrayBuffers } = process.memoryUsage();
			return heapUsed + arrayBuffers;
		};
		const before = usedBytes();
		const service = await start({ log: seededLog({ events: 1_000_000, seed: 8 }) });
		expect(await askCount(service, { severity: 'ERROR' })).toBeGreaterThan(10_000);
		expect(usedBytes() - before).toBeLessThan(150_000_000);
	});
});
