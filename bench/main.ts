import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { completeInstallation } from '../sandbox/n8n/installation';
import { Bench } from './bench';
import { measureExactJson } from './cases/exactJson';
import { measureFileExport } from './cases/fileExport';
import { measureListReading } from './cases/listReading';
import { measurePackageLoad } from './cases/packageLoad';
import { measurePolls } from './cases/polls';
import { measureSkipCost } from './cases/skipCost';
import { CASES, USAGE, readOptions, type BenchOptions, type CaseName } from './options';
import { BENCH_SCRATCH, DIST, EXPLANATIONS, RESULTS, ROOT } from './places';
import { FULL_PLAN, QUICK_PLAN } from './plan';
import type { Findings } from './report/findings';
import { describeMachine } from './report/machine';
import { Progress } from './report/progress';
import { renderFindings } from './report/render';

const MEASURE: Readonly<Record<CaseName, (bench: Bench) => Promise<Findings>>> = {
	list: measureListReading,
	skip: measureSkipCost,
	polls: measurePolls,
	files: measureFileExport,
	json: measureExactJson,
	load: measurePackageLoad,
};

/** A build during the run must not change what is measured. */
function copyPackage(): void {
	rmSync(BENCH_SCRATCH, { recursive: true, force: true });
	mkdirSync(BENCH_SCRATCH, { recursive: true });
	cpSync(DIST, join(BENCH_SCRATCH, 'dist'), { recursive: true });
	cpSync(join(ROOT, 'package.json'), join(BENCH_SCRATCH, 'package.json'));
}

async function measureAll(bench: Bench, only: readonly CaseName[]): Promise<Findings[]> {
	const findings: Findings[] = [];
	try {
		for (const name of CASES) {
			if (only.includes(name)) findings.push(await MEASURE[name](bench));
		}
		return findings;
	} finally {
		bench.progress.end();
		await bench.stop();
	}
}

function introduction(nodePath: string): string {
	return [
		'# Benchmarks',
		'Written by `npm run bench`: everything in one run, each contestant and the simulated service in a process of its own, contestants taking turns in an order that changes from round to round. What was read is compared with the log, id by id; a run in which anything is missing fails. Only ratios mean anything: times are of the machine and of the simulated service.',
		describeMachine(nodePath)
			.map((fact) => `- ${fact}`)
			.join('\n'),
		"The bare loop walks by time on one kept-alive connection and parses with `JSON.parse`. HTTP Request is n8n's own node with its pagination (`skip`), in the same kind of context as this package's nodes.",
	].join('\n\n');
}

async function run({ quick, only }: BenchOptions): Promise<void> {
	copyPackage();
	const { nodePath } = await completeInstallation();
	const bench = new Bench(quick ? QUICK_PLAN : FULL_PLAN, nodePath, new Progress());
	const findings = await measureAll(bench, only);
	const report = `${introduction(nodePath)}\n\n${renderFindings(findings)}\n`;
	console.log(report);
	if (quick || only.length < CASES.length) return;
	writeFileSync(RESULTS, `${report}\n${readFileSync(EXPLANATIONS, 'utf8')}`);
}

/** The whole of `npm run bench`. */
export async function main(args: readonly string[]): Promise<void> {
	const options = readOptions(args);
	if (options.help) {
		console.log(USAGE);
		return;
	}
	await run(options).catch((error: unknown) => {
		console.error(error);
		process.exitCode = 1;
	});
}
