import type { Bench } from '../bench';
import { assertComplete } from '../log';
import { figure } from '../report';

/** The sizes that the targets are about. */
const SMALL = 30_000;
const MEDIUM = 300_000;
const LARGE = 1_000_000;

const FILES = [
	{ name: 'CSV, simplified', fileFormat: 'csv', simplify: true },
	{ name: 'CSV, every field', fileFormat: 'csv', simplify: false },
	{ name: 'NDJSON', fileFormat: 'ndjson', simplify: true },
] as const;

/** With V8's young generation kept small, what is left is what the export takes itself. */
const SMALL_YOUNG_GENERATION = '--max-semi-space-size=16';

/** In a fresh process with Node's own heap limit, for its memory is what is looked at. */
async function exportOnce(
	bench: Bench,
	file: (typeof FILES)[number],
	events: number,
	...nodeOptions: string[]
) {
	const { wholeLog } = await bench.service(events);
	const contestant = bench.contestant(...nodeOptions);
	const result = await contestant.run('exportFile', { ...wholeLog, ...file });
	await contestant.stop();
	assertComplete(file.name, result, wholeLog);
	return { ...result, aboveMb: result.peakMb - result.idleMb };
}

async function measure(bench: Bench, file: (typeof FILES)[number], events: number) {
	console.error(`${file.name} of ${figure(events)} events`);
	const result = await exportOnce(bench, file, events);
	const small = await exportOnce(bench, file, events, SMALL_YOUNG_GENERATION);
	return { ...result, name: file.name, smallAboveMb: small.aboveMb };
}

/** Files of n8n's binary data, written on disk as n8n does. */
export async function measureFiles(bench: Bench, quick: boolean): Promise<void> {
	const rows: Array<Awaited<ReturnType<typeof measure>>> = [];
	for (const events of quick ? [SMALL, MEDIUM] : [SMALL, MEDIUM, LARGE]) {
		for (const file of FILES) rows.push(await measure(bench, file, events));
	}
	for (const { name } of FILES) {
		const above = (events: number) =>
			rows.find((row) => row.name === name && row.events === events)?.aboveMb;
		const [small, medium, large] = [SMALL, MEDIUM, LARGE].map(above);
		if (small !== undefined && medium !== undefined) {
			const work = `${name} of ${figure(MEDIUM)} events: memory against ${figure(SMALL)}`;
			bench.report.target(work, medium / small, 1.2);
		}
		if (large === undefined) continue;
		const work = `${name} of ${figure(LARGE)} events: memory above idle`;
		bench.report.target(work, large, 200, 'MB');
	}
	bench.report.table('Files', rows, {
		file: ({ name }) => name,
		events: ({ events }) => events,
		'size, MB': ({ bytes }) => bytes / 1_000_000,
		'µs per event': ({ ms, events }) => (ms * 1000) / events,
		'idle, MB': ({ idleMb }) => idleMb,
		'peak, MB': ({ peakMb }) => peakMb,
		'above, MB': ({ aboveMb }) => aboveMb,
		'above if V8 takes 16 MB for the young, MB': ({ smallAboveMb }) => smallAboveMb,
		'heap, MB': ({ mostUsedMb }) => mostUsedMb,
		'held, MB': ({ heldMb }) => heldMb,
	});
}
