import type { EventRecord } from '../../../sandbox/service';
import {
	attributeOf,
	createEventLog,
	makeEvent,
	seededLog,
	startLiveStream,
} from '../../../sandbox/service';
import { FEED, LIST, ask, servicesForTests } from './ask';

const start = servicesForTests();
const NOW_MS = 1_715_675_400_000;
const SPAN = { startMs: NOW_MS, endMs: NOW_MS + 1_000_000 };

function countBy(events: readonly EventRecord[], key: (event: EventRecord) => unknown) {
	const counts = new Map<unknown, number>();
	for (const event of events) counts.set(key(event), (counts.get(key(event)) ?? 0) + 1);
	return counts;
}

describe('a seeded log', () => {
	const events = seededLog({ events: 20_000, seed: 1 }).all();
	const shareOf = (passes: (event: EventRecord) => boolean) =>
		events.filter(passes).length / events.length;

	it('is the same for a seed, has each id once, and is in order', () => {
		expect(seededLog({ events: 20_000, seed: 1 }).all()).toEqual(events);
		const ids = new Set(events.map(({ id }) => id));
		expect(ids.size).toBe(events.length);
		expect(
			seededLog({ events: 50, seed: 2 })
				.all()
				.filter(({ id }) => ids.has(id)),
		).toEqual([]);
		const times = events.map(({ createdAtMs }) => createdAtMs);
		expect(times).toEqual([...times].sort((one, other) => one - other));
	});

	it('has as many events an instant as it is told, and bursts where it is told so', () => {
		const tied = seededLog({ events: 120, seed: 3, tieWidth: 4, ...SPAN }).all();
		expect(new Set(countBy(tied, ({ createdAtMs }) => createdAtMs).values())).toEqual(new Set([4]));
		const bursty = seededLog({ events: 1000, seed: 3, density: 'bursty', ...SPAN });
		const at = (part: number) => bursty.firstAtOrAfter(SPAN.startMs + part * 1_000_000);
		expect([at(0.5) - at(0.25), at(0.51) - at(0.5)]).toEqual([0, 500]);
	});

	it('has what tries whoever reads it: odd messages, gaps, unknown objects, PERIODIC refusals', () => {
		for (const pattern of [/^=/, /^\+/, /^-/, /^@/, /"/, /,/, /\n/, /接/, /^Since .*PERIODIC/])
			expect(shareOf(({ message }) => pattern.test(message))).toBeGreaterThan(0.001);
		const gaps: ReadonlyArray<(event: EventRecord) => boolean> = [
			({ userPrincipal }) => userPrincipal === null,
			({ userPrincipal }) => userPrincipal === undefined,
			({ userPrincipal }) => userPrincipal?.user === null,
			({ userPrincipal }) => userPrincipal?.device === null,
			({ userPrincipal }) => userPrincipal?.user?.groups === null,
		];
		for (const isGap of gaps) expect(shareOf(isGap)).toBeGreaterThan(0.001);
		for (const field of ['service', 'policy', 'link', 'trustscore', 'service_account'])
			expect(shareOf(({ extra }) => extra?.[field] !== undefined)).toBeGreaterThan(0.01);
	});

	it('shows what its filters see, and the same where its texts are kept', async () => {
		const [plain, keeping] = [
			seededLog({ events: 200, seed: 1 }),
			seededLog({ events: 200, seed: 1 }),
		];
		const names = ['userEmail', 'serialNumber', 'workloadContainerId', 'externalId', 'id'] as const;
		plain.all().forEach((event, position) => {
			for (const name of names)
				expect(plain.attributeAt(position, name)).toBe(attributeOf(event, name));
		});
		keeping.keepTexts();
		const [one, other] = [await start(plain), await start(keeping)];
		for (const path of [LIST, FEED, LIST]) {
			expect((await ask(other, path)).text).toBe((await ask(one, path)).text);
			for (const log of [plain, keeping]) log.append(makeEvent({ id: path }));
		}
	});
});

describe('a live stream', () => {
	beforeEach(() => jest.useFakeTimers({ now: NOW_MS }));
	afterEach(() => jest.useRealTimers());

	it('adds events at its rate, some of them late and some tied, until it is stopped', () => {
		const log = createEventLog();
		const options = { ratePerSecond: 5, lateShare: 0.3, maxLateMs: 2000, tieShare: 0.2 };
		const stream = startLiveStream(log, options);
		jest.advanceTimersByTime(200_000);
		stream.stop();
		jest.advanceTimersByTime(10_000);
		const { created } = stream;
		expect(created).toHaveLength(1000);
		expect(new Set(created.map(({ id }) => id)).size).toBe(1000);
		expect(log.all().map(({ id }) => id)).toEqual(created.map(({ id }) => id));
		const late = log.all().filter((event) => event.visibleAtMs !== undefined);
		expect(late.length / 1000).toBeCloseTo(0.3, 1);
		expect(log.all(NOW_MS)).toHaveLength(1000 - late.length);
		expect(new Set(created.map(({ createdAtMs }) => createdAtMs)).size / 1000).toBeCloseTo(0.8, 1);
	});
});
