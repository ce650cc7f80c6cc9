import { settlePresent } from '../../../../nodes/OrgEventLog/trigger/present';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOON_MS = Date.UTC(2026, 10, 1, 12);

interface Clocks {
	/** What the service shows, if it tells the time, and what the host shows; after noon. */
	readonly service?: number;
	readonly host: number;
	/** What both showed at an earlier poll. */
	readonly earlier?: readonly [service: number, host: number];
	/** When the newest event is dated, after noon. */
	readonly newest?: number;
}

/** Which clock is believed, and how often the log was asked. */
async function believed({ service, host, earlier, newest }: Clocks) {
	const findNewest = jest.fn(async () =>
		Promise.resolve(newest === undefined ? undefined : NOON_MS + newest),
	);
	const { presentMs, disbelieved } = await settlePresent({
		startedAtMs: NOON_MS + host,
		reading:
			service === undefined ? undefined : { serviceMs: NOON_MS + service, hostMs: NOON_MS + host },
		earlierReading: earlier && { serviceMs: NOON_MS + earlier[0], hostMs: NOON_MS + earlier[1] },
		findNewest,
	});
	const clock = presentMs === NOON_MS + host && service !== host ? 'host' : 'service';
	expect(disbelieved !== undefined).toBe(clock === 'host' && service !== undefined);
	return [clock, findNewest.mock.calls.length];
}

it.each<[string, Clocks, 'service' | 'host', number]>([
	['they agree', { service: 0, host: 0 }, 'service', 0],
	['the host is hours off', { service: 0, host: 23 * HOUR }, 'service', 0],
	['the service tells none', { host: 5 * HOUR }, 'host', 0],
	[
		'the service shows the same second again',
		{ service: 0, host: MINUTE, earlier: [0, 0] },
		'host',
		0,
	],
	['the same second, asked within it', { service: 0, host: 999, earlier: [0, 0] }, 'service', 0],
	['the host was set back meanwhile', { service: 0, host: -HOUR, earlier: [0, 0] }, 'service', 0],
	['days apart, the log is with the host', { service: -9 * DAY, host: 0, newest: -DAY }, 'host', 1],
	[
		'days apart, the log is with the service',
		{ service: 0, host: 9 * DAY, newest: -DAY },
		'service',
		1,
	],
	['days apart, the log is empty', { service: 0, host: 9 * DAY }, 'service', 1],
])('which clock is believed where %s', async (_name, clocks, clock, questions) => {
	expect(await believed(clocks)).toEqual([clock, questions]);
});
