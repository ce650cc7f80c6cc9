import type { Bench, Outcome } from '../bench';
import type { ReaderName } from '../contestants/readers';
import { figure, ratioFigure, type Cell, type Report } from '../report';
import type { ServiceKind } from '../service';

export interface Reading {
	readonly service: ServiceKind;
	readonly events: number;
	readonly pageSize: number;
	readonly latencyMs: number;
	readonly rounds: number;
	readonly skipCostMsPerThousand?: number;
}

type Measured = Reading & Outcome;

const WARM_UP_EVENTS = 20_000;
const NODES = ['this node', 'this node, simplified'] as const;
const OTHERS = ['bare loop', 'plain loop', 'HTTP Request'] as const;
const READERS: readonly ReaderName[] = [...OTHERS, ...NODES];

async function measureAll(bench: Bench, readings: readonly Reading[]): Promise<Measured[]> {
	const measured: Measured[] = [];
	for (const reading of readings) {
		const { events, pageSize, rounds, latencyMs, skipCostMsPerThousand = 0 } = reading;
		const service = await bench.service(events, reading.service);
		const warm = await bench.service(WARM_UP_EVENTS);
		const outcome = await bench.race({
			title: `${figure(events)} events by ${pageSize}, ${latencyMs} ms, ${reading.service} service`,
			...{ rounds, readers: READERS, service, behaviour: { latencyMs, skipCostMsPerThousand } },
			task: { ...service.wholeLog, pageSize },
			warmUps: [{ ...warm.wholeLog, pageSize }],
		});
		measured.push({ ...reading, ...outcome });
	}
	return measured;
}

function perEventUs({ events, ...outcome }: Measured, time: 'ms' | 'cpuMs'): number[] {
	return READERS.map((reader) => (outcome[time](reader) * 1000) / events);
}

function addTargets(report: Report, rows: readonly Measured[]): void {
	const byThousands = rows.filter(({ pageSize }) => pageSize === 1_000);
	for (const { events, latencyMs, service, ratio } of byThousands) {
		if (events !== 50_000) continue;
		for (const node of NODES) {
			const work = `50,000 events, ${latencyMs} ms, ${service} service: ${node} against`;
			const [http, loop] = [ratio(node, 'HTTP Request'), ratio(node, 'bare loop')];
			report.target(`${work} HTTP Request`, http, latencyMs === 0 ? 0.9 : 0.35);
			report.target(`${work} bare loop`, loop, latencyMs === 0 ? 1 : 0.35);
		}
	}
	const quick = byThousands.filter((row) => row.service === 'quick' && row.latencyMs === 0);
	const [small, large] = [50_000, 500_000].map((size) => quick.find((row) => row.events === size));
	if (small === undefined || large === undefined) return;
	for (const node of NODES) {
		const work = `time per event at 500,000 events against 50,000: ${node}`;
		report.target(work, large.ms(node) / 10 / small.ms(node), 1.1);
	}
}

function labelsOf({ events, pageSize, latencyMs, service, rounds }: Measured): Cell[] {
	return [events, pageSize, `${latencyMs} ms`, service, rounds];
}

/** Whole logs read by all contestants. */
export async function measureReading(bench: Bench, readings: readonly Reading[]): Promise<void> {
	const rows = await measureAll(bench, readings);
	addTargets(bench.report, rows);
	const labels = ['events', 'page', 'latency', 'service', 'rounds'];
	const pairs = NODES.flatMap((node) => OTHERS.map((over) => ({ node, over })));
	const ratiosOf = ({ ratio }: Measured) =>
		pairs.map(({ node, over }) => ratioFigure(ratio(node, over)));
	bench.report.table(
		'Reading a whole log',
		'A quick service has every event written already and spends some 2 ms on a page, as if many machines answered; a slow one writes each page anew, one page at a time, some 12 ms each. Time until everything is there; medians over the rounds, ratios within a round. HTTP Request gives a page as one item and leaves taking it apart to a further node; the plain loop and the node give one item for each event.',
		[
			...[...labels, ...READERS.map((reader) => `${reader}, ms`)],
			...pairs.map(({ node, over }) => `${node.replace(/^this (node, )?/, '')} / ${over}`),
		],
		rows.map((row) => [...labelsOf(row), ...READERS.map(row.ms), ...ratiosOf(row)]),
	);
	bench.report.table(
		'CPU time for each event',
		"Of the contestant's own process, all threads; the service is not in it.",
		[...labels, ...READERS.map((reader) => `${reader}, µs`)],
		rows.map((row) => [...labelsOf(row), ...perEventUs(row, 'cpuMs')]),
	);
}

/** Time per event where the service takes longer for each record that it skips. */
export async function measureSkipCost(bench: Bench, readings: readonly Reading[]): Promise<void> {
	const rows = await measureAll(bench, readings);
	const times = rows.map((row) => row.ms('this node') / row.events);
	const work = 'skip costs: time per event of the largest log against the smallest';
	bench.report.target(work, (times.at(-1) ?? NaN) / (times[0] ?? NaN), 1.1);
	bench.report.table(
		'A service whose skip costs time per skipped record',
		'2 ms for each thousand; pages of 1,000. Time per event: the same in all rows is linear.',
		['events', ...READERS.map((reader) => `${reader}, µs`)],
		rows.map((row) => [row.events, ...perEventUs(row, 'ms')]),
	);
}
