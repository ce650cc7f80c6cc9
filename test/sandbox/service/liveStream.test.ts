import type { LiveStreamOptions } from '../../../sandbox/service';
import { createEventLog, seededLog, startLiveStream } from '../../../sandbox/service';

const NOW_MS = 1_715_675_400_000;

beforeEach(() => jest.useFakeTimers({ now: NOW_MS }));
afterEach(() => jest.useRealTimers());

function streamFor(seconds: number, options: LiveStreamOptions) {
	const log = createEventLog();
	const stream = startLiveStream(log, options);
	jest.advanceTimersByTime(seconds * 1000);
	stream.stop();
	return { log, created: stream.created };
}

it('adds events at its rate, dated by the clock, until it is stopped', () => {
	const { log, created } = streamFor(60, { ratePerSecond: 5 });
	expect(created).toHaveLength(300);
	jest.advanceTimersByTime(10_000);
	expect(created).toHaveLength(300);
	expect(log.all().map(({ id }) => id)).toEqual(created.map(({ id }) => id));
	expect(created[0]?.createdAtMs).toBeGreaterThan(NOW_MS);
	expect(created.at(-1)?.createdAtMs).toBe(NOW_MS + 60_000);
	expect(log.all(NOW_MS)).toHaveLength(300);
});

it('a slow rate has whole seconds between events', () => {
	expect(streamFor(60, { ratePerSecond: 0.1 }).created).toHaveLength(6);
});

it('some come late, at most by what was given', () => {
	const { log, created } = streamFor(200, { ratePerSecond: 5, lateShare: 0.3, maxLateMs: 2000 });
	const late = created.filter(({ createdAtMs, visibleAtMs }) => visibleAtMs > createdAtMs);
	expect(late.length).toBeGreaterThan(200);
	expect(late.length).toBeLessThan(400);
	for (const { createdAtMs, visibleAtMs } of late) {
		expect(visibleAtMs - createdAtMs).toBeLessThanOrEqual(2000);
	}
	expect(log.all(NOW_MS)).toHaveLength(created.length - late.length);
	expect(log.size).toBe(created.length);
});

it('some share the creation time of the one before', () => {
	const timesOf = (tieShare: number) =>
		new Set(
			streamFor(100, { ratePerSecond: 5, tieShare }).created.map(({ createdAtMs }) => createdAtMs),
		).size;
	expect(timesOf(0)).toBe(500);
	expect(timesOf(0.5)).toBeGreaterThan(200);
	expect(timesOf(0.5)).toBeLessThan(300);
});

it('has events of its own, also beside a seeded log of the same seed', () => {
	const known = new Set(
		seededLog({ events: 100, seed: 1 })
			.all()
			.map(({ id }) => id),
	);
	const first = streamFor(20, { ratePerSecond: 5, seed: 1 }).created.map(({ id }) => id);
	const second = streamFor(20, { ratePerSecond: 5, seed: 2 }).created.map(({ id }) => id);
	expect(new Set([...known, ...first, ...second]).size).toBe(300);
});
