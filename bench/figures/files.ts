import type { Bench } from '../bench';
import { assertComplete } from '../ids';
import { figure } from '../report';

/** The size that the targets are about. */
const LARGE = 1_000_000;
const PAGE_SIZE = 1_000;
const BYTES_PER_MB = 1_000_000;

const FILES = [
	{ name: 'CSV, simplified', format: 'csv', simplify: true },
	{ name: 'CSV, every field', format: 'csv', simplify: false },
	{ name: 'NDJSON', format: 'ndjson', simplify: true },
] as const;

/** In a fresh process with Node's own heap limit, for its memory is what is looked at. */
async function measure(bench: Bench, file: (typeof FILES)[number], events: number) {
	const { wholeLog } = await bench.service(events);
	bench.logProgress(`${file.name} of ${figure(events)} events`);
	const contestant = bench.contestant();
	const result = await contestant.run('exportFile', { ...wholeLog, ...file, pageSize: PAGE_SIZE });
	await contestant.stop();
	assertComplete(file.name, result, wholeLog.expected);
	return { ...result, name: file.name, aboveBytes: result.peakBytes - result.idleBytes };
}

/** Files of n8n's binary data, written on disk as n8n does. */
export async function measureFiles(bench: Bench, sizes: readonly number[]): Promise<void> {
	const rows: Array<Awaited<ReturnType<typeof measure>>> = [];
	for (const events of sizes) {
		for (const file of FILES) rows.push(await measure(bench, file, events));
	}
	for (const { name } of FILES) {
		const [small, large] = rows.filter((row) => row.name === name);
		if (small === undefined || large?.events !== LARGE) continue;
		const work = `${name} of ${figure(LARGE)} events: memory above idle`;
		bench.report.target(work, large.aboveBytes / BYTES_PER_MB, 200, 'MB');
		const against = `${work} against ${figure(small.events)}`;
		bench.report.target(against, large.aboveBytes / small.aboveBytes, 1.2);
	}
	const sizesMb = ['size', 'idle', 'peak', 'above', 'heap', 'held'].map((name) => `${name}, MB`);
	bench.report.table(
		'Files',
		"Resident memory of a process of its own. Idle: everything loaded, a small file written, garbage collected. Heap: the most that was seen of heap and buffers. Held: the most of them that was still in use right after a full garbage collection, above idle, in a second run; the rest of the peak is garbage that V8 hasn't collected yet.",
		['file', 'events', 'µs per event', ...sizesMb],
		rows.map(({ name, events, ms, bytes, ...memory }) => {
			const { idleBytes, peakBytes, aboveBytes, peakHeapBytes, heldBytes } = memory;
			const sizes = [bytes, idleBytes, peakBytes, aboveBytes, peakHeapBytes, heldBytes];
			return [name, events, (ms * 1000) / events, ...sizes.map((size) => size / BYTES_PER_MB)];
		}),
	);
}
