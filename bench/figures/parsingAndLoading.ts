import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from '../bench';
import { PACKAGE } from '../product';
import { median } from '../report';

const LOG_SIZE = 20_000;

/** Run in the package's folder: prints how many milliseconds n8n waits for it when it starts. */
const LOAD_PACKAGE = `
	const { n8n } = require('./package.json');
	require('n8n-workflow');
	const before = performance.now();
	for (const file of [...n8n.credentials, ...n8n.nodes]) require('./' + file);
	process.stdout.write(String(performance.now() - before));`;

/** Exact JSON against `JSON.parse` over the same pages. */
export async function measureExactJson(bench: Bench, quick: boolean): Promise<void> {
	const { wholeLog } = await bench.service(LOG_SIZE);
	const task = { ...wholeLog, passes: quick ? 9 : 41 };
	const contestant = bench.contestant();
	const result = await contestant.run('compareJson', task);
	await contestant.stop();
	const rows = [
		{ pages: 'with 19-digit integers', atMost: 1.5, ...result.with },
		{ pages: 'without 19-digit integers', atMost: 1.1, ...result.without },
	];
	for (const { pages, ratio, atMost } of rows) {
		bench.report.target(`exact JSON on pages ${pages}`, ratio, atMost);
	}
	bench.report.table('Exact JSON', rows, {
		pages: ({ pages }) => pages,
		'ms a page': ({ msPerPage }) => msPerPage,
		ratio: ({ ratio }) => ratio,
	});
}

function sizeOf(folder: string): number {
	return readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.map((file) => statSync(join(folder, file)))
		.reduce((bytes, file) => bytes + (file.isFile() ? file.size : 0), 0);
}

/** How long n8n waits for the package's nodes and credential, and how much there is of them. */
export function measurePackageLoad({ nodePath, report }: Bench, quick: boolean): void {
	const load = () => Number(execFileSync(nodePath, ['--eval', LOAD_PACKAGE], { cwd: PACKAGE }));
	// The first one brings the files into the system's cache.
	load();
	const ms = median(Array.from({ length: quick ? 5 : 11 }, load));
	const kilobytes = sizeOf(join(PACKAGE, 'dist')) / 1000;
	report.target('loading the package', ms, 50, 'ms');
	report.target('dist unpacked', kilobytes, 300, 'kB');
	report.table('Loading the package', [{ ms, kilobytes }], {
		'time, ms': (row) => row.ms,
		'dist unpacked, kB': (row) => row.kilobytes,
	});
}
