import type { Bench } from '../bench';
import { assertComplete } from '../log';
import { figure } from '../report';

const FILES = [
	{ name: 'CSV, a report', fileFormat: 'csv', simplify: true },
	{ name: 'CSV, every field', fileFormat: 'csv', simplify: false },
	{ name: 'XLSX, a report', fileFormat: 'xlsx', simplify: true },
	{ name: 'NDJSON', fileFormat: 'ndjson', simplify: true },
] as const;

/** How much a file of so many events takes above idle, at most. */
const SIZES = [
	{ events: 300_000, atMostMb: 200 },
	{ events: 1_000_000, atMostMb: 250 },
] as const;

/**
 * Files of n8n's binary data, written on disk as n8n does, from far away; each in a fresh process with Node's own
 * heap limit, for its memory is what is looked at.
 */
export async function measureFiles(bench: Bench, quick: boolean): Promise<void> {
	const rows = [];
	for (const { events, atMostMb } of quick ? SIZES.slice(0, 1) : SIZES) {
		const log = await bench.service(events).run('newest', { events, place: 'far' });
		for (const { name, ...file } of FILES) {
			console.error(`${name} of ${figure(events)} events`);
			const contestant = bench.contestant();
			const result = await contestant.run('exportFile', { ...log, ...file });
			await contestant.stop();
			assertComplete(name, result, log);
			rows.push({ ...result, name });
			const work = `a file of ${figure(events)} events, ${name}: above idle`;
			bench.report.bar(work, result.aboveMb, atMostMb, 'MB');
		}
	}
	bench.report.table('Files', rows, {
		file: ({ name }) => name,
		events: ({ events }) => events,
		'time, ms': ({ ms }) => ms,
		'above idle, MB': ({ aboveMb }) => aboveMb,
	});
}
