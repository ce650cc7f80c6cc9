import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from '../bench';
import { BENCH_SCRATCH } from '../places';
import { figure, type Findings } from '../report/findings';
import { median } from '../report/median';

const SCRIPT = join(__dirname, '..', 'contestants', 'loadPackage.cjs');
const BYTES_PER_KB = 1_000;

function sizeOf(folder: string): number {
	return readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.map((file) => statSync(join(folder, file)))
		.reduce((bytes, file) => bytes + (file.isFile() ? file.size : 0), 0);
}

/** How long n8n waits for the package's nodes and credential, and how much there is of them. */
export async function measurePackageLoad(bench: Bench): Promise<Findings> {
	const loads: number[] = [];
	for (let load = 0; load <= bench.plan.loads; load++) {
		bench.progress.say(`Loading the package: ${load} of ${bench.plan.loads}`);
		const ms = Number(execFileSync(bench.nodePath, [SCRIPT, BENCH_SCRATCH], { encoding: 'utf8' }));
		// The first one brings the files into the system's cache.
		if (load > 0) loads.push(ms);
	}
	const kilobytes = sizeOf(join(BENCH_SCRATCH, 'dist')) / BYTES_PER_KB;
	const ms = median(loads);
	return await Promise.resolve({
		tables: [
			{
				title: 'Loading the package',
				note: 'In a fresh process that has loaded n8n-workflow.',
				rows: [
					['time, ms', 'dist unpacked, kB'],
					[figure(ms), figure(kilobytes)],
				],
			},
		],
		bars: [
			{ work: 'loading the package', atMost: 50, measured: ms, unit: 'ms' },
			{ work: 'dist unpacked', atMost: 300, measured: kilobytes, unit: 'kB' },
		],
	});
}
