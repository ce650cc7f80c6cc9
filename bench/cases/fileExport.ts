import type { Bench } from '../bench';
import { assertComplete } from '../report/complete';
import { figure, type Bar, type Findings } from '../report/findings';
import { numberOf, type Values } from '../values';

/** The size that the bars are about. */
const LARGE = 1_000_000;
const PAGE_SIZE = 1_000;
const BYTES_PER_MB = 1_000_000;
const LARGEST_ABOVE_IDLE_MB = 200;
const LARGEST_GROWTH = 1.2;

const FILES = [
	{ name: 'CSV, simplified', format: 'csv', simplify: true },
	{ name: 'CSV, every field', format: 'csv', simplify: false },
	{ name: 'NDJSON', format: 'ndjson', simplify: true },
] as const;

interface MeasuredFile {
	readonly name: string;
	readonly events: number;
	readonly result: Values;
}

/** Each in a fresh process with Node's own heap limit, for its memory is what is looked at. */
async function measure(bench: Bench, events: number): Promise<MeasuredFile[]> {
	const { baseUrl, expected } = await bench.service(events);
	const measured: MeasuredFile[] = [];
	for (const { name, ...settings } of FILES) {
		bench.progress.say(`${name} of ${events.toLocaleString('en-US')} events`);
		const worker = bench.worker();
		const result = await worker.run('exportFile', { ...settings, baseUrl, pageSize: PAGE_SIZE });
		await worker.stop();
		assertComplete(name, result, expected);
		measured.push({ name, events, result });
	}
	return measured;
}

function megabytes({ result }: MeasuredFile, name: string): number {
	return numberOf(result, name) / BYTES_PER_MB;
}

function aboveIdleMb(file: MeasuredFile): number {
	return megabytes(file, 'peakBytes') - megabytes(file, 'idleBytes');
}

function rowOf(file: MeasuredFile): string[] {
	const { name, events, result } = file;
	return [
		name,
		figure(events),
		figure(megabytes(file, 'bytes')),
		figure((numberOf(result, 'ms') * 1000) / events),
		figure(megabytes(file, 'idleBytes')),
		figure(megabytes(file, 'peakBytes')),
		figure(aboveIdleMb(file)),
		figure(megabytes(file, 'peakHeapBytes')),
		figure(megabytes(file, 'heldBytes')),
	];
}

function barsOf(files: readonly MeasuredFile[]): Bar[] {
	return FILES.flatMap(({ name }) => {
		const [small, large] = files.filter((file) => file.name === name);
		if (small === undefined || large?.events !== LARGE) return [];
		const [above, growth] = [aboveIdleMb(large), aboveIdleMb(large) / aboveIdleMb(small)];
		const work = `${name} of ${figure(large.events)} events: memory above idle`;
		return [
			{ work, atMost: LARGEST_ABOVE_IDLE_MB, measured: above, unit: 'MB' },
			{
				work: `${work} against ${figure(small.events)}`,
				atMost: LARGEST_GROWTH,
				measured: growth,
				unit: '×',
			},
		];
	});
}

/** Files of n8n's binary data, written on disk as n8n does. */
export async function measureFileExport(bench: Bench): Promise<Findings> {
	const files: MeasuredFile[] = [];
	for (const events of bench.plan.files) files.push(...(await measure(bench, events)));
	const header = [
		'file',
		'events',
		'size, MB',
		'µs per event',
		'idle, MB',
		'peak, MB',
		'above, MB',
	];
	return {
		tables: [
			{
				title: 'Files',
				note: "Resident memory of a process of its own. Idle: everything loaded, a small file written, garbage collected. Heap: the most that was seen of heap and buffers. Held: the most of them that was still in use right after a full garbage collection, above idle, in a second run; the rest of the peak is garbage that V8 hasn't collected yet.",
				rows: [[...header, 'heap, MB', 'held, MB'], ...files.map(rowOf)],
			},
		],
		bars: barsOf(files),
	};
}
