import type { Bench, Result } from '../bench';
import { figure, type Columns } from '../report';
import type { ServiceKind } from '../service';

interface Reading {
	readonly events: number;
	readonly pageSize: number;
	readonly latencyMs: number;
	readonly service: ServiceKind;
	readonly rounds: number;
}

const READINGS: readonly Reading[] = [
	{ events: 20_000, pageSize: 1_000, latencyMs: 0, service: 'quick', rounds: 7 },
	{ events: 50_000, pageSize: 1_000, latencyMs: 0, service: 'quick', rounds: 9 },
	{ events: 50_000, pageSize: 1_000, latencyMs: 0, service: 'slow', rounds: 5 },
	{ events: 500_000, pageSize: 1_000, latencyMs: 0, service: 'quick', rounds: 3 },
	{ events: 20_000, pageSize: 100, latencyMs: 0, service: 'quick', rounds: 3 },
	{ events: 50_000, pageSize: 100, latencyMs: 0, service: 'quick', rounds: 3 },
	{ events: 20_000, pageSize: 1_000, latencyMs: 50, service: 'quick', rounds: 3 },
	{ events: 50_000, pageSize: 1_000, latencyMs: 50, service: 'quick', rounds: 5 },
	{ events: 50_000, pageSize: 1_000, latencyMs: 50, service: 'slow', rounds: 3 },
	{ events: 500_000, pageSize: 1_000, latencyMs: 50, service: 'quick', rounds: 1 },
	{ events: 20_000, pageSize: 100, latencyMs: 50, service: 'quick', rounds: 1 },
];

/** Where a service takes 2 ms for each thousand records that it skips. */
const SKIPS: readonly Reading[] = [20_000, 50_000, 100_000].map((events) => {
	return { events, pageSize: 1_000, latencyMs: 0, service: 'quick', rounds: 3 };
});

const WARM_UP_EVENTS = 20_000;
const NODES = ['this node', 'this node, simplified'] as const;
const READERS = ['bare loop', 'plain loop', 'HTTP Request', ...NODES] as const;

type Row = Reading & Result;

/** Of this node's time to the others', at 50,000 events, by latency. */
const TARGETS = [
	{ latencyMs: 0, against: 'HTTP Request', atMost: 0.75 },
	{ latencyMs: 0, against: 'plain loop', atMost: 1.3 },
	{ latencyMs: 50, against: 'HTTP Request', atMost: 0.33 },
	{ latencyMs: 50, against: 'bare loop', atMost: 0.33 },
	{ latencyMs: 50, against: 'plain loop', atMost: 1.2 },
] as const;

const usPerEvent = ({ ms, events }: Row) => (ms * 1000) / events;

const COLUMNS: Columns<Row> = {
	events: ({ events }) => events,
	page: ({ pageSize }) => pageSize,
	latency: ({ latencyMs }) => `${latencyMs} ms`,
	service: ({ service }) => service,
	rounds: ({ rounds }) => rounds,
	reader: ({ reader }) => reader,
	'time, ms': ({ ms }) => ms,
	'µs per event': usPerEvent,
	'CPU, µs per event': ({ cpuMs, events }) => (cpuMs * 1000) / events,
	'full collections': ({ fullCollections }) => fullCollections,
	'to bare loop': ({ ratioTo }) => ratioTo('bare loop'),
	'to plain loop': ({ ratioTo }) => ratioTo('plain loop'),
	'to HTTP Request': ({ ratioTo }) => ratioTo('HTTP Request'),
};

async function measureAll(
	bench: Bench,
	readings: readonly Reading[],
	skipCostMsPerThousand = 0,
): Promise<Row[]> {
	const rows: Row[] = [];
	const warm = await bench.service(WARM_UP_EVENTS);
	for (const reading of readings) {
		const { events, pageSize, rounds, latencyMs } = reading;
		const service = await bench.service(events, reading.service);
		const results = await bench.race({
			title: `${figure(events)} events by ${pageSize}, ${latencyMs} ms, ${reading.service} service`,
			...{ rounds, readers: READERS, service, behaviour: { latencyMs, skipCostMsPerThousand } },
			task: { ...service.wholeLog, pageSize },
			warmUps: [{ ...warm.wholeLog, pageSize }],
		});
		rows.push(...results.map((result) => ({ ...reading, ...result })));
	}
	return rows;
}

/** Whole logs read by all contestants. */
export async function measureReading(bench: Bench, quick: boolean): Promise<void> {
	const quickReadings = READINGS.filter(({ rounds }) => rounds >= 5);
	const rows = await measureAll(bench, quick ? quickReadings : READINGS);
	for (const reader of NODES) {
		const own = rows.filter((row) => row.reader === reader && row.pageSize === 1_000);
		for (const { latencyMs, service, ratioTo } of own.filter(({ events }) => events === 50_000)) {
			if (service !== 'quick') continue;
			for (const { against, atMost } of TARGETS.filter((row) => row.latencyMs === latencyMs)) {
				const work = `50,000 events, ${latencyMs} ms: ${reader} against ${against}`;
				bench.report.target(work, ratioTo(against), atMost);
			}
		}
		// The first of each size are those without latency, from the quick service.
		const [small, large] = [50_000, 500_000].map((size) =>
			own.find(({ events }) => events === size),
		);
		if (small === undefined || large === undefined) continue;
		const work = `time per event at 500,000 events against 50,000: ${reader}`;
		bench.report.target(work, usPerEvent(large) / usPerEvent(small), 1.2);
	}
	bench.report.table('Reading a whole log', rows, COLUMNS);
}

/** Time per event where the service takes longer for each record that it skips. */
export async function measureSkipCost(bench: Bench, quick: boolean): Promise<void> {
	const rows = await measureAll(bench, quick ? SKIPS.slice(0, 2) : SKIPS, 2);
	const times = rows.filter(({ reader }) => reader === 'this node').map(usPerEvent);
	const work = 'skip costs: time per event of the largest log against the smallest';
	bench.report.target(work, (times.at(-1) ?? NaN) / (times[0] ?? NaN), 1.1);
	bench.report.table('A service whose skip costs time per skipped record', rows, COLUMNS);
}
