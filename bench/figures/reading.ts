import type { Bench, Result } from '../bench';
import { figure, type Columns } from '../report';
import type { ReaderName } from '../contestants/readers';

const READERS = [
	'HTTP Request',
	'one connection',
	'four connections',
	'this node',
	'this node, simplified',
] as const;

interface Reading {
	readonly title: string;
	readonly events: number;
	readonly rounds: number;
	readonly place: 'near' | 'far';
	readonly behaviour?: { readonly latencyMs?: number; readonly maxLimit?: number };
	readonly readers?: readonly ReaderName[];
	/** Of this node's time to others', at most. */
	readonly ratios?: Partial<Record<ReaderName, number>>;
	/** Of this node, at most. */
	readonly requests?: number;
}

const READINGS: readonly Reading[] = [
	{
		...{ title: 'far away', events: 50_000, rounds: 5, place: 'far' },
		...{ ratios: { 'HTTP Request': 0.25, 'one connection': 0.6 }, requests: 20 },
	},
	{
		...{ title: 'far away, at most 1,000 events a page', events: 50_000, rounds: 3, place: 'far' },
		...{ behaviour: { maxLimit: 1_000 }, readers: READERS.slice(1), requests: 60 },
	},
	{
		...{ title: 'plain HTTP', events: 50_000, rounds: 9, place: 'near' },
		ratios: { 'HTTP Request': 0.75 },
	},
	{
		...{ title: 'plain HTTP, 50 ms of thinking', events: 50_000, rounds: 5, place: 'near' },
		...{ behaviour: { latencyMs: 50 }, ratios: { 'HTTP Request': 0.33 } },
	},
	{
		...{ title: 'plain HTTP', events: 500_000, rounds: 3, place: 'near' },
		// All their fields are more than the node gives as items.
		readers: ['HTTP Request', 'four connections', 'this node, simplified'],
	},
];

const usPerEvent = ({ ms, events }: Result) => (ms * 1000) / events;

const COLUMNS: Columns<Result> = {
	service: ({ title }) => title,
	events: ({ events }) => events,
	reader: ({ reader }) => reader,
	'time, ms': ({ ms }) => ms,
	'CPU, ms': ({ cpuMs }) => cpuMs,
	requests: ({ mostRequests }) => mostRequests,
	'µs per event': usPerEvent,
};

/** Whole logs read by all contestants. */
export async function measureReading(bench: Bench, quick: boolean): Promise<void> {
	const rows: Result[] = [];
	for (const { events, ratios = {}, requests, readers = READERS, ...reading } of READINGS) {
		if (quick && events > 50_000) continue;
		const rounds = quick ? 3 : reading.rounds;
		const results = await bench.race({ ...reading, rounds, log: events, readers });
		rows.push(...results);
		const own = results.find(({ reader }) => reader === 'this node');
		if (own === undefined) continue;
		const work = `${figure(events)} events, ${reading.title}`;
		for (const other of READERS) {
			const atMost = ratios[other];
			if (atMost !== undefined)
				bench.report.bar(`${work}: to ${other}`, own.ratioTo(other), atMost);
		}
		if (requests !== undefined) bench.report.bar(work, own.mostRequests, requests, 'requests');
	}
	const [small, large] = [50_000, 500_000].map((size) =>
		rows.find(
			(row) =>
				row.reader === 'this node, simplified' && row.title === 'plain HTTP' && row.events === size,
		),
	);
	if (small !== undefined && large !== undefined) {
		const ratio = usPerEvent(large) / usPerEvent(small);
		bench.report.bar('time per event at 500,000 events, simplified, to that at 50,000', ratio, 1);
	}
	bench.report.table('Reading a whole log', rows, COLUMNS);
}
