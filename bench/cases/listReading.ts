import type { Bench } from '../bench';
import type { ListRow } from '../plan';
import type { ServiceKind } from '../processes/serviceProcess';
import { figure, ratioFigure, type Bar, type Findings } from '../report/findings';
import { race, type Outcome } from './race';
import { BARE_LOOP, HTTP_REQUEST, NODE, NODE_SIMPLIFIED, READERS, WARM_UP_EVENTS } from './readers';

interface MeasuredRow extends ListRow {
	readonly outcome: Outcome;
}

async function measure(bench: Bench, row: ListRow): Promise<MeasuredRow> {
	const service = await bench.service(row.events, row.service);
	const warm = await bench.service(WARM_UP_EVENTS);
	const { pageSize, latencyMs, rounds } = row;
	const size = row.events.toLocaleString('en-US');
	const outcome = await race(bench, {
		title: `List of ${size} events, pages of ${pageSize}, ${latencyMs} ms, ${row.service} service`,
		rounds,
		contestants: READERS,
		settings: { baseUrl: service.baseUrl, pageSize },
		expected: service.expected,
		warmUp: async (worker, { job, settings }) => {
			await worker.run(job, { ...settings, baseUrl: warm.baseUrl, pageSize });
		},
		ready: async () => await service.set({ latencyMs }),
	});
	await service.set({ latencyMs: 0 });
	return { ...row, outcome };
}

/** Whole logs read by all contestants. */
export async function measureListReading(bench: Bench): Promise<Findings> {
	const rows: MeasuredRow[] = [];
	for (const row of bench.plan.list) rows.push(await measure(bench, row));
	return { tables: [timesOf(rows), cpuOf(rows)], bars: barsOf(rows) };
}

function labelsOf({ service, events, pageSize, latencyMs, rounds }: ListRow): string[] {
	return [figure(events), figure(pageSize), `${latencyMs} ms`, service, String(rounds)];
}

const LABELS = ['events', 'page', 'latency', 'service', 'rounds'];

function timesOf(rows: readonly MeasuredRow[]) {
	const header = [
		...LABELS,
		...READERS.map(({ name }) => `${name}, ms`),
		'node / HTTP Request',
		'node / bare loop',
		'simplified / HTTP Request',
		'simplified / bare loop',
	];
	const body = rows.map((row) => [
		...labelsOf(row),
		...READERS.map(({ name }) => figure(row.outcome.ms(name))),
		...[NODE, NODE_SIMPLIFIED].flatMap((name) =>
			[HTTP_REQUEST, BARE_LOOP].map((over) => ratioFigure(row.outcome.ratio(name, over))),
		),
	]);
	return {
		title: 'Reading a whole log',
		note: 'A quick service has every event written already and spends some 2 ms on a page, as if many machines answered; a slow one writes each page anew, one page at a time, some 12 ms each. Time until everything is there; medians over the rounds, ratios within a round. HTTP Request gives a page as one item and leaves taking it apart to a further node; the node gives one item for each event.',
		rows: [header, ...body],
	};
}

function cpuOf(rows: readonly MeasuredRow[]) {
	const header = [...LABELS, ...READERS.map(({ name }) => `${name}, µs`)];
	const body = rows.map((row) => [
		...labelsOf(row),
		...READERS.map(({ name }) => figure((row.outcome.cpuMs(name) * 1000) / row.events)),
	]);
	return {
		title: 'CPU time for each event',
		note: "Of the contestant's own process, all threads; the service is not in it.",
		rows: [header, ...body],
	};
}

const LIMITS = (['quick', 'slow'] as const).flatMap((service) => [
	{ service, latencyMs: 0, httpRequest: 0.9, bareLoop: 1 },
	{ service, latencyMs: 50, httpRequest: 0.35, bareLoop: 0.35 },
]);

function barsOf(rows: readonly MeasuredRow[]): Bar[] {
	const find = (events: number, latencyMs: number, service: ServiceKind) =>
		rows.find(
			(row) =>
				row.events === events &&
				row.latencyMs === latencyMs &&
				row.service === service &&
				row.pageSize === 1000,
		)?.outcome;
	const bars: Bar[] = [];
	for (const { latencyMs, service, httpRequest, bareLoop } of LIMITS) {
		const outcome = find(50_000, latencyMs, service);
		if (outcome === undefined) continue;
		for (const name of [NODE, NODE_SIMPLIFIED]) {
			const work = `50,000 events, ${latencyMs} ms, ${service} service: ${name}`;
			const ratio = (over: string, atMost: number): Bar => ({
				work: `${work} against ${over}`,
				atMost,
				measured: outcome.ratio(name, over),
				unit: '×',
			});
			bars.push(ratio(HTTP_REQUEST, httpRequest), ratio(BARE_LOOP, bareLoop));
		}
	}
	const [small, large] = [find(50_000, 0, 'quick'), find(500_000, 0, 'quick')];
	if (small === undefined || large === undefined) return bars;
	for (const name of [NODE, NODE_SIMPLIFIED]) {
		const measured = large.ms(name) / 10 / small.ms(name);
		const work = `time per event at 500,000 events against 50,000: ${name}`;
		bars.push({ work, atMost: 1.1, measured, unit: '×' });
	}
	return bars;
}
