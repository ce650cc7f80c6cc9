import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from '../bench';
import { LOAD_PACKAGE, PACKAGE } from '../product';
import { median, ratioFigure } from '../report';

const LOG_SIZE = 20_000;
const BYTES_PER_KB = 1_000;

/** Exact JSON against `JSON.parse` over the same pages. */
export async function measureExactJson(bench: Bench, passes: number): Promise<void> {
	const { wholeLog } = await bench.service(LOG_SIZE);
	bench.logProgress('Exact JSON');
	const contestant = bench.contestant();
	const result = await contestant.run('compareJson', { ...wholeLog, passes });
	await contestant.stop();
	const limits = { with: 1.5, without: 1.1 };
	const rows = (['with', 'without'] as const).map((kind) => {
		const [pages, { ratio, msPerPage }] = [`${kind} 19-digit integers`, result[kind]];
		bench.report.target(`exact JSON on pages ${pages}`, ratio, limits[kind]);
		return [pages, msPerPage, ratioFigure(ratio)];
	});
	bench.report.table(
		'Exact JSON',
		'CPU time for a page of 1,000 events of List, from its bytes; the ratio is to JSON.parse of the same bytes.',
		['pages', 'ms a page', 'ratio'],
		rows,
	);
}

function sizeOf(folder: string): number {
	return readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.map((file) => statSync(join(folder, file)))
		.reduce((bytes, file) => bytes + (file.isFile() ? file.size : 0), 0);
}

/** How long n8n waits for the package's nodes and credential, and how much there is of them. */
export function measurePackageLoad(bench: Bench, loads: number): void {
	bench.logProgress('Loading the package');
	const load = () =>
		Number(execFileSync(bench.nodePath, ['--eval', LOAD_PACKAGE], { cwd: PACKAGE }));
	// The first one brings the files into the system's cache.
	load();
	const ms = median(Array.from({ length: loads }, load));
	const kilobytes = sizeOf(join(PACKAGE, 'dist')) / BYTES_PER_KB;
	bench.report.target('loading the package', ms, 50, 'ms');
	bench.report.target('dist unpacked', kilobytes, 300, 'kB');
	bench.report.table(
		'Loading the package',
		'In a fresh process that has loaded n8n-workflow.',
		['time, ms', 'dist unpacked, kB'],
		[[ms, kilobytes]],
	);
}
